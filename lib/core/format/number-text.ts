import { type NumberOptions, writeNumber } from './intl'
import type { Locale } from './locale'

/** Stands for a number that is not known. Never 0, which would be a statement. */
export const missingText = '–'

/** A number that may be unknown: undefined, or not finite, is formatted as {@link missingText}. */
export type Maybe = number | undefined

function known(value: Maybe, write: (value: number) => string): string {
  return value === undefined || !Number.isFinite(value) ? missingText : write(value)
}

const fixed = (digits: number): NumberOptions => between(digits, digits)

const between = (min: number, max: number): NumberOptions => ({
  minimumFractionDigits: min,
  maximumFractionDigits: max,
})

const dollars: NumberOptions = { style: 'currency', currency: 'USD' }

/** Below this, a number rounded to four decimals is less than 1. */
const almostOne = 0.99995

/** Formats dollars: two decimals, up to four below a dollar ("$0.0031"); less than their smallest as "<$0.0001". */
export function usdText(value: Maybe, locale: Locale): string {
  return known(value, (usd) => {
    const size = Math.abs(usd)
    if (usd > 0 && usd < 0.0001) {
      return `<${writeNumber(locale, 0.0001, { ...dollars, ...fixed(4) })}`
    }
    const digits = size < almostOne ? between(2, 4) : fixed(2)
    return writeNumber(locale, usd, { ...dollars, ...digits })
  })
}

/** Formats what an amount is worth like {@link usdText}, but rounded down, as amounts are: both agree for a dollar token. */
export const worthText = (value: Maybe, locale: Locale): string =>
  usdText(value && value >= 0.0001 ? roundedDown(value, value < almostOne ? 4 : 2) : value, locale)

/** Tolerates the error of floating point: 4,514.29 times a price of 1 stays. */
const roundedDown = (value: number, digits: number): number =>
  Math.floor(value * 10 ** digits * (1 + 1e-12)) / 10 ** digits

/** Formats a gain or a loss in dollars like {@link usdText}, with its sign: "+$48.12", "−$0.32"; 0 has none. */
export function signedUsdText(value: Maybe, locale: Locale): string {
  return known(value, (usd) => {
    const digits = Math.abs(usd) < almostOne ? between(2, 4) : fixed(2)
    return writeNumber(locale, usd, { ...dollars, ...digits, signDisplay: 'exceptZero' })
  })
}

/** Formats dollars of a round sum, with cents only if there are any: "$50,000", "$7.50". */
export function roundUsdText(value: Maybe, locale: Locale): string {
  return known(value, (usd) => {
    const digits = Number.isInteger(usd) ? fixed(0) : fixed(2)
    return writeNumber(locale, usd, { ...dollars, ...digits })
  })
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
    if (size < 999_999.5) return writeNumber(locale, usd, { ...dollars, ...fixed(0) })
    // The largest unit of which the rounded sum is at least one; Intl would round to a thousand of the one below.
    let unit = 1e6
    while (unit < 1e12 && size / unit >= 999.95) unit *= 1_000
    const digits = size / unit >= 99.995 ? fixed(1) : fixed(2)
    const shown = Math.sign(usd) * Math.max(size, unit)
    return writeNumber(locale, shown, { ...dollars, notation: 'compact', ...digits })
  })
}

/**
 * Formats a price in dollars: two decimals from a dollar on; below, four, or as many as four significant digits need,
 * since a price of 0.002 would else move in steps of 5 percent: "$3,021.55", "$0.3701", "$0.00000001235". Beyond
 * fifteen zeros as a power of ten.
 */
export const priceText = (value: Maybe, locale: Locale): string =>
  known(value, (price) => {
    const options = price === 0 || price >= almostOne ? fixed(2) : smallPrice(price)
    return writeNumber(locale, price, { ...dollars, ...options }).replace('E', 'e')
  })

/** Formats a price in dollars for the scale of a chart, whose steps may be small: with the digits of a rate. */
export const scalePriceText = (value: Maybe, locale: Locale): string =>
  known(value, (price) =>
    writeNumber(locale, price, { ...dollars, ...rateDigits(price) }).replace('E', 'e'),
  )

/**
 * Formats the price of one token in another like {@link priceText}, but with four decimals below 100: pairs of tokens
 * with nearly the same price differ in the third and fourth ("0.9999", "1.0003", "9.8391", "3,021.55").
 */
export const rateText = (value: Maybe, locale: Locale): string =>
  known(value, (rate) => writeNumber(locale, rate, rateDigits(rate)).replace('E', 'e'))

/** Formats the price that an order gets like {@link rateText}, but rounded down, as its amounts are. */
export const orderRateText = (value: Maybe, locale: Locale): string =>
  known(value, (rate) =>
    rateText(rate < almostOne ? rate : roundedDown(rate, rate < 100 ? 4 : 2), locale),
  )

function rateDigits(rate: number): NumberOptions {
  if (rate < almostOne) return smallPrice(rate)
  // Below, a number rounded to four decimals is less than 100.
  return rate >= 99.99995 ? fixed(2) : fixed(4)
}

function smallPrice(price: number): NumberOptions {
  if (price < 1e-15) return price === 0 ? fixed(4) : { notation: 'scientific', ...fixed(2) }
  const significant = 3 - Math.floor(Math.log10(price))
  return between(4, Math.max(4, significant))
}

type Rounding = 'floor' | 'ceil'

/**
 * Formats a fraction as a percentage with two decimals: "12.34%"; one that would be shown as zero as "<0.01%". `rounding`
 * keeps a statement true, such as "at least" or "at most".
 */
export function percentText(value: Maybe, locale: Locale, rounding?: Rounding): string {
  return known(value, (fraction) => {
    const options: NumberOptions = { style: 'percent', ...fixed(2) }
    if (rounding) return writeNumber(locale, fraction, { ...options, roundingMode: rounding })
    if (fraction > 0 && fraction < 0.0001) return `<${writeNumber(locale, 0.0001, options)}`
    return writeNumber(locale, fraction, options)
  })
}

/** Formats a change, as a fraction of the old value, with its sign: "+0.19%", "−0.50%"; 0 has none. */
export function changeText(value: Maybe, locale: Locale): string {
  return known(value, (change) =>
    writeNumber(locale, change, { style: 'percent', signDisplay: 'exceptZero', ...fixed(2) }),
  )
}

/** The direction of a change. */
export type ChangeTone = 'up' | 'down' | 'level'

/** Returns the direction in which a change is coloured; within ±0.05 percent, as it is shown, it is not. */
export function changeTone(change: number): ChangeTone {
  if (Math.abs(Math.round(change * 10_000)) <= 5) return 'level'
  return change > 0 ? 'up' : 'down'
}

/** Formats whole hundredths as a percentage, for progress and rates of programmes: "37%". */
export const wholePercentText = (hundredths: number, locale: Locale): string =>
  writeNumber(locale, hundredths / 100, { style: 'percent', ...fixed(0) })

/** Formats how many there are: "1,204,318". Numbers of blocks and ids are names, and written without this. */
export const countText = (count: number | bigint, locale: Locale): string =>
  writeNumber(locale, count, { maximumFractionDigits: 0 })

/** Formats a gas price in gwei, given in wei: two decimals from 1, else four significant digits, zeros trimmed. */
export function gweiText(wei: bigint, locale: Locale): string {
  const gwei = Number(wei) / 1e9
  return writeNumber(
    locale,
    gwei,
    gwei >= 1 ? { maximumFractionDigits: 2 } : { maximumSignificantDigits: 4 },
  )
}
