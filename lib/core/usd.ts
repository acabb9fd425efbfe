/** Millionths per dollar. Dollar amounts are stored as whole millionths. */
export const microsPerUsd = 1_000_000n

/**
 * Parses a dollar amount of configuration or an operator, with at most six decimals, as millionths; undefined when
 * malformed.
 */
export function parseUsd(text: string): bigint | undefined {
  const [, whole, fraction = ''] = /^([0-9]{1,15})(?:\.([0-9]{1,6}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  return BigInt(whole) * microsPerUsd + BigInt(fraction.padEnd(6, '0'))
}

/** Converts millionths of a dollar to dollars for JSON; exact below nine billion dollars. */
export function toUsd(micros: bigint): number {
  return Number(micros) / Number(microsPerUsd)
}

/** Formats millionths of a dollar for {@link parseUsd}, without trailing zeros. */
export function usdText(micros: bigint): string {
  const fraction = (micros % microsPerUsd).toString().padStart(6, '0').replace(/0+$/, '')
  return fraction === '' ? `${micros / microsPerUsd}` : `${micros / microsPerUsd}.${fraction}`
}
