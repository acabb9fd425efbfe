import { type Rounding, roundedUnits, separators, trimmedText, unitsText } from './digits'
import type { Locale } from './locale'

/** Stands for a number that is not known. Never 0, which would be a statement. */
export const missingText = '–'

/** A number that may be unknown: undefined, or not finite, is formatted as {@link missingText}. */
export type Maybe = number | undefined

function known(value: Maybe, write: (value: number) => string): string {
  return value === undefined || !Number.isFinite(value) ? missingText : write(value)
}

/** How many decimals a number has: zeros at the end are written up to `least` of them. */
type Digits = { readonly least: number; readonly most: number; readonly rounding?: Rounding }

const fixed = (digits: number): Digits => between(digits, digits)

const between = (least: number, most: number): Digits => ({ least, most })

/** Writes the size of `value × 10 ** power`, without its sign. */
function sizeText(
  value: number,
  { least, most, rounding }: Digits,
  locale: Locale,
  power = 0,
): string {
  const units = roundedUnits(value, most + power, rounding)
  return trimmedText(unitsText(units, most, locale), locale, least)
}

/** Puts the sign of a number before its text: U+2212, as wide as the plus sign. What is shown as 0 has none. */
function signed(value: number, text: string, plus: '' | '+' = ''): string {
  if (!/[1-9]/.test(text)) return text
  return `${value < 0 ? '−' : plus}${text}`
}

const inDollars: Readonly<Record<Locale, (number: string) => string>> = {
  en: (number) => `$${number}`,
  de: (number) => `${number}\u00a0$`,
}

const inPercent: Readonly<Record<Locale, (number: string) => string>> = {
  en: (number) => `${number}%`,
  de: (number) => `${number}\u00a0%`,
}

const dollarText = (usd: number, digits: Digits, locale: Locale, plus?: '+'): string =>
  signed(usd, inDollars[locale](sizeText(usd, digits, locale)), plus)

const percentageText = (fraction: number, digits: Digits, locale: Locale, plus?: '+'): string =>
  signed(fraction, inPercent[locale](sizeText(fraction, digits, locale, 2)), plus)

const million = { power: 6, names: { en: 'M', de: '\u00a0Mio.' } }

/** Each with its power of ten and the name that follows a number of it. */
const largeUnits = [
  { power: 12, names: { en: 'T', de: '\u00a0Bio.' } },
  { power: 9, names: { en: 'B', de: '\u00a0Mrd.' } },
  million,
]

/** Below this, a number rounded to four decimals is less than 1. */
const almostOne = 0.99995

/** Formats dollars: two decimals, up to four below a dollar ("$0.0031"); less than their smallest as "<$0.0001". */
export function usdText(value: Maybe, locale: Locale): string {
  return known(value, (usd) => {
    if (usd > 0 && usd < 0.0001) return `<${dollarText(0.0001, fixed(4), locale)}`
    return dollarText(usd, centsOrLess(usd), locale)
  })
}

/** Formats what an amount is worth like {@link usdText}, but rounded down, as amounts are: both agree for a dollar token. */
export const worthText = (value: Maybe, locale: Locale): string =>
  usdText(value && value >= 0.0001 ? roundedDown(value, value < almostOne ? 4 : 2) : value, locale)

/** Tolerates the error of floating point: 4,514.29 times a price of 1 stays. */
const roundedDown = (value: number, digits: number): number =>
  Math.floor(value * 10 ** digits * (1 + 1e-12)) / 10 ** digits

/** Formats a gain or a loss in dollars like {@link usdText}, with its sign: "+$48.12", "−$0.32"; 0 has none. */
export const signedUsdText = (value: Maybe, locale: Locale): string =>
  known(value, (usd) => dollarText(usd, centsOrLess(usd), locale, '+'))

const centsOrLess = (usd: number): Digits => (Math.abs(usd) < almostOne ? between(2, 4) : fixed(2))

/** Formats dollars of a round sum, with cents only if there are any: "$50,000", "$7.50". */
export function roundUsdText(value: Maybe, locale: Locale): string {
  return known(value, (usd) => dollarText(usd, fixed(Number.isInteger(usd) ? 0 : 2), locale))
}

/**
 * Formats a large sum of dollars: from a million on with a unit, with two decimals below a hundred of it and one from
 * there ("$9.31B", "$412.6M", "$71.80M"), from a hundred thousand on in whole dollars ("$666,667"), and smaller ones like
 * {@link usdText}.
 */
export function largeUsdText(value: Maybe, locale: Locale): string {
  return known(value, (usd) => {
    const size = Math.abs(usd)
    if (size < 99_999.995) return usdText(usd, locale)
    if (size < 999_999.5) return dollarText(usd, fixed(0), locale)
    // The largest unit of which the rounded sum is at least one.
    const { power, names } =
      largeUnits.find(({ power }) => size >= 0.99995 * 10 ** power) ?? million
    const digits = fixed(size >= 99.995 * 10 ** power ? 1 : 2)
    return signed(usd, inDollars[locale](sizeText(usd, digits, locale, -power) + names[locale]))
  })
}

/**
 * Formats a price in dollars: two decimals from a dollar on; below, four, or as many as four significant digits need,
 * since a price of 0.002 would else move in steps of 5 percent: "$3,021.55", "$0.3701", "$0.00000001235". Beyond
 * fifteen zeros as a power of ten.
 */
export const priceText = (value: Maybe, locale: Locale): string =>
  known(value, (price) => {
    const size = Math.abs(price)
    const digits = size === 0 || size >= almostOne ? fixed(2) : smallPrice(size)
    return signed(price, inDollars[locale](priceSizeText(price, digits, locale)))
  })

/** Formats a price in dollars for the scale of a chart, whose steps may be small: with the digits of a rate. */
export const scalePriceText = (value: Maybe, locale: Locale): string =>
  known(value, (price) =>
    signed(price, inDollars[locale](priceSizeText(price, rateDigits(price), locale))),
  )

/**
 * Formats the price of one token in another like {@link priceText}, but with four decimals below 100: pairs of tokens
 * with nearly the same price differ in the third and fourth ("0.9999", "1.0003", "9.8391", "3,021.55").
 */
export const rateText = (value: Maybe, locale: Locale): string =>
  known(value, (rate) => signed(rate, priceSizeText(rate, rateDigits(rate), locale)))

/** Formats the price that an order gets like {@link rateText}, but rounded down, as its amounts are. */
export const orderRateText = (value: Maybe, locale: Locale): string =>
  known(value, (rate) =>
    rateText(rate < almostOne ? rate : roundedDown(rate, rate < 100 ? 4 : 2), locale),
  )

/** As many digits as a price needs; `power`: beyond fifteen zeros, a power of ten. */
type PriceDigits = Digits | 'power'

function rateDigits(rate: number): PriceDigits {
  const size = Math.abs(rate)
  if (size < almostOne) return smallPrice(size)
  // Below, a number rounded to four decimals is less than 100.
  return size >= 99.99995 ? fixed(2) : fixed(4)
}

function smallPrice(size: number): PriceDigits {
  if (size === 0) return fixed(4)
  return size < 1e-15 ? 'power' : between(4, Math.max(4, decimalsOf(size, 4)))
}

/** The decimals with which a size has `significant` digits. */
const decimalsOf = (size: number, significant: number): number =>
  significant - 1 - Math.floor(Math.log10(size))

/** Writes the size of a price, without its sign. */
function priceSizeText(price: number, digits: PriceDigits, locale: Locale): string {
  if (digits !== 'power') return sizeText(price, digits, locale)
  const text = Math.abs(price).toExponential(2).replace('-', '−')
  return text.replace('.', separators[locale].point)
}

/**
 * Formats a fraction as a percentage with two decimals: "12.34%"; one that would be shown as zero as "<0.01%". `rounding`
 * keeps a statement true, such as "at least" or "at most".
 */
export function percentText(value: Maybe, locale: Locale, rounding?: Rounding): string {
  return known(value, (fraction) => {
    if (rounding) return percentageText(fraction, { ...fixed(2), rounding }, locale)
    if (fraction > 0 && fraction < 0.0001) return `<${percentageText(0.0001, fixed(2), locale)}`
    return percentageText(fraction, fixed(2), locale)
  })
}

/** Formats a change, as a fraction of the old value, with its sign: "+0.19%", "−0.50%"; 0 has none. */
export const changeText = (value: Maybe, locale: Locale): string =>
  known(value, (change) => percentageText(change, fixed(2), locale, '+'))

/** The direction of a change. */
export type ChangeTone = 'up' | 'down' | 'level'

/** Returns the direction in which a change is coloured; within ±0.05 percent, as it is shown, it is not. */
export function changeTone(change: number): ChangeTone {
  if (Math.abs(Math.round(change * 10_000)) <= 5) return 'level'
  return change > 0 ? 'up' : 'down'
}

/** Formats whole hundredths as a percentage, for progress and rates of programmes: "37%". */
export const wholePercentText = (hundredths: number, locale: Locale): string =>
  known(hundredths, () => percentageText(hundredths / 100, fixed(0), locale))

/** Formats how many there are: "1,204,318". Numbers of blocks and ids are names, and written without this. */
export const countText = (count: number | bigint, locale: Locale): string =>
  typeof count === 'bigint'
    ? unitsText(count, 0, locale)
    : known(count, () => signed(count, sizeText(count, fixed(0), locale)))

/** Formats a gas price in gwei, given in wei: two decimals from 1, else four significant digits, zeros trimmed. */
export function gweiText(wei: bigint, locale: Locale): string {
  const gwei = Number(wei) / 1e9
  const most = gwei >= 1 || gwei === 0 ? 2 : decimalsOf(gwei, 4)
  return sizeText(gwei, between(0, most), locale)
}
