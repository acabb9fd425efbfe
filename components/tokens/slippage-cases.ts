import { parseUnits } from 'viem'

/** Order sizes in US dollars. */
export const slippageSizes = [1_000, 10_000, 100_000] as const

/**
 * Converts US dollars to token atoms, rounded to two significant digits so that small price moves keep the
 * request and its cache key stable; undefined below one atom.
 */
export function atomsWorth(
  usd: number,
  { price, decimals }: { readonly price: number; readonly decimals: number },
): bigint | undefined {
  const units = usd / price
  if (!(units > 1e-18 && units < 1e20)) return undefined
  const digits = Math.max(0, 1 - Math.floor(Math.log10(units)))
  const atoms = parseUnits(
    Number(units.toPrecision(2)).toFixed(Math.min(digits, decimals)),
    decimals,
  )
  return atoms > 0n ? atoms : undefined
}
