import { formatUnits } from 'viem'

/** Returns an amount's value in US dollars; undefined if amount or price is unknown. */
export function usdValue(
  atoms: bigint | undefined,
  token: { readonly decimals: number } | undefined,
  price: number | undefined,
): number | undefined {
  if (atoms === undefined || token === undefined || price === undefined) return undefined
  return Number(formatUnits(atoms, token.decimals)) * price
}

/** Returns how much less `got` is worth than `given`, in basis points; negative if it is worth more. */
export function lossBps(given: number, got: number): number | undefined {
  return given > 0 ? Math.round(((given - got) / given) * 10_000) : undefined
}
