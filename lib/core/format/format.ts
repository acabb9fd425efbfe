import { type AmountToken, amountText, comparedAmountTexts, signedAmountText } from './amount-text'
import type { Rounding } from './digits'
import { listText } from './list-text'
import { type Locale, locales } from './locale'
import {
  changeText,
  countText,
  gweiText,
  largeUsdText,
  type Maybe,
  orderRateText,
  percentText,
  priceText,
  rateText,
  roundUsdText,
  scalePriceText,
  signedUsdText,
  usdText,
  wholePercentText,
  worthText,
} from './number-text'
import {
  clockSecondText,
  clockText,
  localDayInYearText,
  localShortDayText,
  localText,
  utcClockText,
  utcDayText,
  utcMinuteText,
  utcSecondText,
  utcShortDayText,
  utcShortMonthText,
  utcText,
} from './time-text'

/** Formats numbers, amounts and times in one language: the only way in which they reach people. */
export type Format = ReturnType<typeof createFormat>

const formats = new Map(locales.map((locale) => [locale, createFormat(locale)]))

/** Returns the formats of a language; pure functions take them together with the translator. */
export const formatOf = (locale: Locale): Format => formats.get(locale) ?? createFormat(locale)

function createFormat(locale: Locale) {
  return {
    locale,
    /** An amount in atoms, rounded down: "4,812.07". */
    amount: (atoms: bigint, token: AmountToken) => amountText(atoms, token, locale),
    /** A gain or a loss in atoms: "+8.47", "−0.32". */
    signedAmount: (atoms: bigint, token: AmountToken) => signedAmountText(atoms, token, locale),
    /** Amounts that are compared, all with as many decimals. */
    amounts: (atoms: readonly bigint[], token: AmountToken) =>
      comparedAmountTexts(atoms, token, locale),
    /** Dollars and cents: "$4,532.33". */
    usd: (dollars: Maybe) => usdText(dollars, locale),
    /** What an amount is worth, rounded down as the amount is: "$4,532.32". */
    worth: (dollars: Maybe) => worthText(dollars, locale),
    /** A gain or a loss in dollars: "+$48.12", "−$0.32". */
    signedUsd: (dollars: Maybe) => signedUsdText(dollars, locale),
    /** A round sum of dollars: "$50,000". */
    roundUsd: (dollars: Maybe) => roundUsdText(dollars, locale),
    /** A large sum of dollars: "$412.6M". */
    largeUsd: (dollars: Maybe) => largeUsdText(dollars, locale),
    /** A price in dollars: "$0.3701". */
    price: (dollars: Maybe) => priceText(dollars, locale),
    /** A price in dollars on the scale of a chart: "$1.0003". */
    scalePrice: (dollars: Maybe) => scalePriceText(dollars, locale),
    /** The price of one token in another: "3,021.55". */
    rate: (rate: Maybe) => rateText(rate, locale),
    /** The price that an order gets, rounded down as its amounts are. */
    orderRate: (rate: Maybe) => orderRateText(rate, locale),
    /** A fraction as a percentage: "12.34%". */
    percent: (fraction: Maybe, rounding?: Rounding) => percentText(fraction, locale, rounding),
    /** A change, as a fraction of the old value: "+0.19%". */
    change: (fraction: Maybe) => changeText(fraction, locale),
    /** Whole hundredths: "37%". */
    wholePercent: (hundredths: number) => wholePercentText(hundredths, locale),
    /** How many there are, of gas too: "1,204,318". */
    count: (count: number | bigint) => countText(count, locale),
    /** A gas price in gwei, given in wei: "12.5". */
    gwei: (wei: bigint) => gweiText(wei, locale),
    list: (words: readonly string[]) => listText(words, locale),
    /** A UTC date: "21 Nov 2026". */
    day: (iso: string | Date) => utcDayText(new Date(iso), locale),
    /** A month of UTC without its year: "Nov". */
    utcShortMonth: (date: Date) => utcShortMonthText(date, locale),
    /** A UTC date without its year: "21 Nov". */
    utcShortDay: (date: Date) => utcShortDayText(date, locale),
    /** A UTC time: "21 Nov 2026, 09:30:12 UTC". */
    utc: (date: Date) => utcText(date, locale),
    /** A UTC time where the zone is named once for all: "21 Nov, 09:30". */
    utcMinute: (date: Date) => utcMinuteText(date, locale),
    /** A time of day in UTC where the zone is named once for all: "09:30". */
    utcClock: utcClockText,
    /** A time of day in UTC to the second where the zone is named once for all: "09:30:12". */
    utcSecond: utcSecondText,
    /** A time in the user's zone, without the year if it is the current one: "21 Nov, 09:30". */
    local: (date: Date, now: Date) => localText(date, now, locale),
    /** A day in the user's zone, without the year if it is the current one: "21 November". */
    localDayInYear: (date: Date, now: Date) => localDayInYearText(date, now, locale),
    /** A day in the user's zone in short: "21 Nov". */
    localShortDay: (date: Date, now: Date) => localShortDayText(date, now, locale),
    /** A time of day in the user's zone: "09:30". */
    clock: clockText,
    /** A time of day in the user's zone to the second: "09:30:12". */
    clockSecond: clockSecondText,
  } as const
}
