import { formatUnits } from 'viem'
import { numberFormat } from './i18n/intl'
import type { Locale } from './i18n/locale'

const dollars = { style: 'currency', currency: 'USD' } as const

/** Formats dollars and cents, such as "$4,821.30"; marks amounts below a cent. */
export function usdText(usd: number, locale: Locale = 'en'): string {
  const { format } = numberFormat(locale, dollars)
  return usd > 0 && usd < 0.01 ? `<${format(0.01)}` : format(usd)
}

/** Formats dollars, with cents only if there are any: "$50,000", "$7.50". */
export const terseUsdText = (usd: number, locale: Locale = 'en'): string =>
  numberFormat(locale, { ...dollars, trailingZeroDisplay: 'stripIfInteger' } as never).format(usd)

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
