import type { Locale } from './locale'

/** How a language separates thousands and decimals. */
export const separators: Readonly<
  Record<Locale, { readonly group: string; readonly point: string }>
> = {
  en: { group: ',', point: '.' },
  de: { group: '.', point: ',' },
}

/** The direction of rounding that keeps a statement true, such as "at least" or "at most". */
export type Rounding = 'floor' | 'ceil'

/** `10 ** exponent` for an exponent that is not negative. */
export const tens = (exponent: number): bigint => 10n ** BigInt(exponent)

/**
 * Returns the size of a finite number in units of its decimal `digits`, rounded to the nearest by default: 1.234 with two digits is 123n. A negative
 * number of digits gives units of tens. Decides on the shortest decimal that reads back as the number, as people do: 1.005
 * is halfway between 1.00 and 1.01. A half is rounded away from zero.
 */
export function roundedUnits(value: number, digits: number, rounding?: Rounding): bigint {
  const [mantissa = '0', exponent] = Math.abs(value).toExponential().split('e')
  const [whole, fraction = ''] = mantissa.split('.')
  const exact = BigInt(whole + fraction)
  const shift = Number(exponent) - fraction.length + digits
  if (shift >= 0) return exact * tens(shift)
  const divisor = tens(-shift)
  const units = exact / divisor
  const rest = exact % divisor
  const isUp = rounding ? rest > 0n && (rounding === 'ceil') === value >= 0 : rest * 2n >= divisor
  return isUp ? units + 1n : units
}

/** Writes units of the last of `digits` decimals in a language: 123_456n with two digits as "1,234.56". */
export function unitsText(units: bigint, digits: number, locale: Locale): string {
  const text = units.toString().padStart(digits + 1, '0')
  const { group, point } = separators[locale]
  const whole = text.slice(0, text.length - digits).replace(/\B(?=(?:\d{3})+$)/g, group)
  return digits === 0 ? whole : `${whole}${point}${text.slice(-digits)}`
}

/** Removes the zeros at the end of a fraction, but keeps `least` decimals: "1.5000" as "1.5", or as "1.50". */
export function trimmedText(text: string, locale: Locale, least = 0): string {
  const { point } = separators[locale]
  const at = text.indexOf(point)
  if (at < 0) return text
  let end = text.length
  while (end > at + 1 + least && text[end - 1] === '0') end--
  return text.slice(0, end === at + 1 ? at : end)
}
