import { formatUnits } from 'viem'
import { numberFormat } from './i18n/intl'
import type { Locale } from './i18n/locale'

const dollars = (locale: Locale, options: Intl.NumberFormatOptions) =>
  numberFormat(locale, { style: 'currency', currency: 'USD', ...options })

const middle = { minimumFractionDigits: 2, maximumFractionDigits: 4 }
const small = { minimumSignificantDigits: 2, maximumSignificantDigits: 4 }
const tiny = { notation: 'scientific', minimumFractionDigits: 2, maximumFractionDigits: 2 } as const
const compact = { notation: 'compact', maximumSignificantDigits: 3 } as const

/**
 * Formats a price in US dollars with its significant digits: "$98,120.50", "$1.0003", "$0.3642", "$0.00000001234";
 * beyond fifteen zeros as a power of ten.
 */
export function priceText(usd: number, locale: Locale = 'en'): string {
  if (usd >= 10 || usd === 0) return dollars(locale, {}).format(usd)
  if (usd >= 1) return dollars(locale, middle).format(usd)
  if (usd >= 1e-15) return dollars(locale, small).format(usd)
  return dollars(locale, tiny).format(usd).replace('E', 'e')
}

/** Formats a large sum of US dollars: "$1.25M"; marks amounts below a cent. */
export function sumText(usd: number, locale: Locale = 'en'): string {
  if (usd > 0 && usd < 0.01) return `<${dollars(locale, {}).format(0.01)}`
  return dollars(locale, usd < 1_000 ? {} : compact).format(usd)
}

/** Formats a change as a signed percentage: "+1.23 %"; `ratio` is the new value over the old one. */
export function changeText(ratio: number, locale: Locale = 'en'): string {
  const percent = (ratio - 1) * 100
  const digits = Math.abs(percent) < 100 ? 2 : 0
  const text = numberFormat(locale, {
    maximumFractionDigits: digits,
    minimumFractionDigits: digits,
    signDisplay: 'exceptZero',
  }).format(percent)
  return `${text.replace('-', '−')} %`
}

/** Formats a fraction as a percentage: "12.34 %"; marks values that would round to zero. */
export function shareText(share: number, locale: Locale = 'en'): string {
  const percent = share * 100
  const { format } = numberFormat(locale, {
    ...{ minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false },
  })
  return percent > 0 && percent < 0.01 ? `<${format(0.01)} %` : `${format(percent)} %`
}

/** Formats dollars and cents, such as "$4,821.30"; marks amounts below a cent. */
export function usdText(usd: number, locale: Locale = 'en'): string {
  const { format } = dollars(locale, {})
  return usd > 0 && usd < 0.01 ? `<${format(0.01)}` : format(usd)
}

/** Formats dollars, with cents only if there are any: "$50,000", "$7.50". */
export const terseUsdText = (usd: number, locale: Locale = 'en'): string =>
  dollars(locale, { trailingZeroDisplay: 'stripIfInteger' } as never).format(usd)

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
