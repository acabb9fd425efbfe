/**
 * Formats atoms for people, rounded down as on the pages so that no text overstates an amount: two decimals from a
 * thousand, four from one, else four significant digits. Raw atoms when the token's decimals are unknown.
 */
export function formatAmount(atoms: bigint, decimals: number | undefined): string {
  if (decimals === undefined) return `${grouped(atoms)} atoms of`
  const whole = atoms / 10n ** BigInt(decimals)
  const kept = Math.min(decimals, fractionDigits(atoms, whole, decimals))
  const step = 10n ** BigInt(decimals - kept)
  const rounded = atoms / step
  const unit = 10n ** BigInt(kept)
  const fraction = (rounded % unit).toString().padStart(kept, '0').replace(/0+$/, '')
  const text = grouped(rounded / unit)
  return kept === 0 || fraction === '' ? text : `${text}.${fraction}`
}

function fractionDigits(atoms: bigint, whole: bigint, decimals: number): number {
  if (whole >= 1000n) return 2
  if (whole >= 1n) return 4
  return decimals - atoms.toString().length + 4
}

function grouped(amount: bigint): string {
  return amount.toString().replace(/\B(?=(?:\d{3})+$)/g, ',')
}
