import { formatUnits } from 'viem'

/** Dollars and cents, such as "$4,821.30"; less than a cent is said so. */
export function usdText(dollars: number): string {
  if (dollars > 0 && dollars < 0.01) return '<$0.01'
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(dollars)
}

const terse = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  trailingZeroDisplay: 'stripIfInteger',
})

/** Dollars with cents only where there are any: "$50,000", "$7.50". */
export const terseUsdText = (dollars: number): string => terse.format(dollars)

/** What an amount is worth in US dollars; undefined where amount or price is unknown. */
export function usdValue(
  atoms: bigint | undefined,
  token: { readonly decimals: number } | undefined,
  price: number | undefined,
): number | undefined {
  if (atoms === undefined || token === undefined || price === undefined) return undefined
  return Number(formatUnits(atoms, token.decimals)) * price
}

/** How much less `got` is worth than `given`, in basis points; negative when it is worth more. */
export function lossBps(given: number, got: number): number | undefined {
  return given > 0 ? Math.round(((given - got) / given) * 10_000) : undefined
}
