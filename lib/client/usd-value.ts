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

/** Returns the amount in atoms that dollars buy; undefined if value or price is unknown. */
export function usdAmount(
  dollars: number | undefined,
  token: { readonly decimals: number },
  price: number | undefined,
): bigint | undefined {
  const atoms = ((dollars ?? Number.NaN) / (price ?? Number.NaN)) * 10 ** token.decimals
  return Number.isFinite(atoms) ? BigInt(Math.round(atoms)) : undefined
}

/** Returns how much less `got` is worth than `given`, in basis points; negative if it is worth more. */
export function lossBps(given: number, got: number): number | undefined {
  return given > 0 ? Math.round(((given - got) / given) * 10_000) : undefined
}
