import { amountText } from '@/lib/client/amount-text'
import { changeText, priceText, shareText, sumText } from '@/lib/client/price-text'
import { terseUsdText, usdText } from '@/lib/client/usd-text'
import { dateFormat, listFormat, numberFormat, relativeFormat } from './intl'
import { type Locale, locales } from './locale'

/** Numbers, amounts and moments as one language writes them. */
export type Format = ReturnType<typeof createFormat>

const formats = new Map(locales.map((locale) => [locale, createFormat(locale)]))

/** How a language writes numbers and moments; what pure functions take beside the translator. */
export const formatOf = (locale: Locale): Format => formats.get(locale) ?? createFormat(locale)

function createFormat(locale: Locale) {
  return {
    locale,
    /** An amount of atoms, for reading. */
    amount: (atoms: bigint, decimals: number) => amountText(atoms, decimals, locale),
    /** Dollars and cents. */
    usd: (dollars: number) => usdText(dollars, locale),
    /** Dollars with cents only where there are any. */
    terseUsd: (dollars: number) => terseUsdText(dollars, locale),
    /** A price in US dollars with the digits that matter. */
    price: (dollars: number) => priceText(dollars, locale),
    /** A sum of US dollars where its size is what matters. */
    sum: (dollars: number) => sumText(dollars, locale),
    /** A ratio of new over old as a signed percentage. */
    change: (ratio: number) => changeText(ratio, locale),
    /** A part of a whole as a percentage. */
    share: (share: number) => shareText(share, locale),
    number: (value: number | bigint, options?: Intl.NumberFormatOptions) =>
      numberFormat(locale, options).format(value),
    /** `unit` counts from now: -5 minutes is "5 minutes ago". */
    relative: (count: number, unit: Intl.RelativeTimeFormatUnit) =>
      relativeFormat(locale).format(count, unit),
    list: (words: readonly string[]) => listFormat(locale).format(words),
    date: (date: Date | number, options: Intl.DateTimeFormatOptions) =>
      dateFormat(locale, options).format(date),
    /** The day of a moment in UTC: "21 Nov 2026". */
    day: (iso: string) =>
      dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(iso)),
    /** A moment as everyone reads it alike: "21 Nov 2026, 09:30:12 UTC". */
    utc: (date: Date) => `${dateFormat(locale, utcMoment).format(date)} UTC`,
    /** A moment in the reader's own zone, the year left out while it is this one: "21 Nov, 09:30". */
    local: (date: Date, now: Date) => {
      const isThisYear = date.getFullYear() === now.getFullYear()
      return dateFormat(locale, isThisYear ? ownMoment : ownMomentOfYear).format(date)
    },
  } as const
}

const utcMoment = { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' } as const
const ownMoment = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
} as const
const ownMomentOfYear = { ...ownMoment, year: 'numeric' } as const
