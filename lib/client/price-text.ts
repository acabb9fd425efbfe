import { numberFormat } from './i18n/intl'
import type { Locale } from './i18n/locale'

const dollars = (locale: Locale, options: Intl.NumberFormatOptions) =>
  numberFormat(locale, { style: 'currency', currency: 'USD', ...options })

const middle = { minimumFractionDigits: 2, maximumFractionDigits: 4 }
const small = { minimumSignificantDigits: 2, maximumSignificantDigits: 4 }
const tiny = { notation: 'scientific', minimumFractionDigits: 2, maximumFractionDigits: 2 } as const
const compact = { notation: 'compact', maximumSignificantDigits: 3 } as const

/**
 * A price in US dollars with the digits that matter: "$98,120.50", "$1.0003", "$0.3642",
 * "$0.00000001234"; beyond fifteen zeros in powers of ten.
 */
export function priceText(usd: number, locale: Locale = 'en'): string {
  if (usd >= 10 || usd === 0) return dollars(locale, {}).format(usd)
  if (usd >= 1) return dollars(locale, middle).format(usd)
  if (usd >= 1e-15) return dollars(locale, small).format(usd)
  return dollars(locale, tiny).format(usd).replace('E', 'e')
}

/** A sum of US dollars where its size is what matters: "$1.25M"; less than a cent is said so. */
export function sumText(usd: number, locale: Locale = 'en'): string {
  if (usd > 0 && usd < 0.01) return `<${dollars(locale, {}).format(0.01)}`
  return dollars(locale, usd < 1_000 ? {} : compact).format(usd)
}

/** A change as a signed percentage: "+1.23 %"; `ratio` is the new value over the old one. */
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

/** A part of a whole as a percentage: "12.34 %"; what would round to nothing is shown as less. */
export function shareText(share: number, locale: Locale = 'en'): string {
  const percent = share * 100
  const { format } = numberFormat(locale, {
    ...{ minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false },
  })
  return percent > 0 && percent < 0.01 ? `<${format(0.01)} %` : `${format(percent)} %`
}
