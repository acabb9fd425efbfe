/** Millionths of a dollar in a dollar: all sums of dollars are kept in whole ones. */
export const microsPerUsd = 1_000_000n

/**
 * Reads a sum of dollars as configuration and operators write it, at most six decimals, as millionths;
 * undefined when it is none.
 */
export function parseUsd(text: string): bigint | undefined {
  const [, whole, fraction = ''] = /^([0-9]{1,15})(?:\.([0-9]{1,6}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return undefined
  return BigInt(whole) * microsPerUsd + BigInt(fraction.padEnd(6, '0'))
}

/** Millionths of a dollar as the number of dollars that JSON shows; exact below nine billion dollars. */
export function toUsd(micros: bigint): number {
  return Number(micros) / Number(microsPerUsd)
}

/** Millionths of a dollar as text that {@link parseUsd} reads, without digits that say nothing. */
export function usdText(micros: bigint): string {
  const fraction = (micros % microsPerUsd).toString().padStart(6, '0').replace(/0+$/, '')
  return fraction === '' ? `${micros / microsPerUsd}` : `${micros / microsPerUsd}.${fraction}`
}
