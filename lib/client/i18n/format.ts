import { amountText } from '@/lib/client/amount-text'
import {
  changeText,
  priceText,
  shareText,
  sumText,
  terseUsdText,
  usdText,
} from '@/lib/client/price-text'
import { dateFormat, listFormat, numberFormat, relativeFormat } from './intl'
import { type Locale, locales } from './locale'

/** Formats numbers, amounts and times in one language. */
export type Format = ReturnType<typeof createFormat>

const formats = new Map(locales.map((locale) => [locale, createFormat(locale)]))

/** A language's formats and its separators; pure functions take it together with the translator. */
export const formatOf = (locale: Locale): Format => formats.get(locale) ?? createFormat(locale)

function createFormat(locale: Locale) {
  return {
    locale,
    /** Formats an amount in atoms. */
    amount: (atoms: bigint, decimals: number) => amountText(atoms, decimals, locale),
    /** Formats dollars and cents. */
    usd: (dollars: number) => usdText(dollars, locale),
    /** Formats dollars, with cents only if there are any. */
    terseUsd: (dollars: number) => terseUsdText(dollars, locale),
    /** Formats a price in US dollars with its significant digits. */
    price: (dollars: number) => priceText(dollars, locale),
    /** Formats a large sum of US dollars in compact form. */
    sum: (dollars: number) => sumText(dollars, locale),
    /** Formats a ratio of new over old as a signed percentage. */
    change: (ratio: number) => changeText(ratio, locale),
    /** Formats a fraction as a percentage. */
    share: (share: number) => shareText(share, locale),
    number: (value: number | bigint, options?: Intl.NumberFormatOptions) =>
      numberFormat(locale, options).format(value),
    /** `unit` counts from now: -5 minutes is "5 minutes ago". */
    relative: (count: number, unit: Intl.RelativeTimeFormatUnit) =>
      relativeFormat(locale).format(count, unit),
    list: (words: readonly string[]) => listFormat(locale).format(words),
    date: (date: Date | number, options: Intl.DateTimeFormatOptions) =>
      dateFormat(locale, options).format(date),
    /** Formats a UTC date: "21 Nov 2026". */
    day: (iso: string) =>
      dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(iso)),
    /** Formats a UTC time: "21 Nov 2026, 09:30:12 UTC". */
    utc: (date: Date) => `${dateFormat(locale, utcMoment).format(date)} UTC`,
    /** Formats a time in the user's zone, without the year if it is the current one: "21 Nov, 09:30". */
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
