import { formatUnits } from 'viem'
import { type AmountToken, amountText } from '@/lib/core/format/amount-text'
import type { Locale } from '@/lib/core/format/locale'

/** The result of parsing an amount: atoms, empty, or an error. */
export type ParsedAmount =
  | { readonly atoms: bigint }
  | { readonly empty: true }
  | { readonly problem: 'not-a-number' | 'too-many-decimals' | 'too-large' }

/**
 * Parses an amount as users type it. If both separators occur, the last one is the decimal separator. A single comma
 * before exactly three digits separates thousands, unless the leading group begins with zero or has four digits.
 * Spaces, apostrophes and underscores are ignored. In languages with a decimal comma, a single comma is always decimal.
 * A single point is decimal in every language, so that the same digits never mean more in one language than in another.
 */
export function parseAmountText(
  text: string,
  decimals: number,
  locale: Locale = 'en',
): ParsedAmount {
  const read = readDigits(text, locale)
  if (read === 'nothing') return { empty: true }
  if (!read) return { problem: 'not-a-number' }
  const { units, digits } = read
  if (digits.length > decimals) return { problem: 'too-many-decimals' }
  const atoms = BigInt(`${units}${digits.padEnd(decimals, '0')}`)
  return atoms >> 256n ? { problem: 'too-large' } : { atoms }
}

/** The digits before and after the decimal separator, without trailing zeros. */
function readDigits(text: string, locale: Locale) {
  const bare = plainFigures(text).replace(/[\s'’_]/g, '')
  if (bare === '' || bare === '.') return 'nothing'
  if (!/^[0-9.,]+$/.test(bare) || bare.length > 120) return undefined
  const plain = toPlain(bare, locale)
  const match = plain && /^([0-9]*)(?:\.([0-9]*))?$/.exec(plain)
  if (!match) return undefined
  const [, units = '', fraction = ''] = match
  return { units: units || '0', digits: fraction.replace(/0+$/, '') }
}

/**
 * Maps Arabic, Persian and full-width digits and separators to ASCII, since keyboards of such languages have no others.
 */
const plainFigures = (text: string): string =>
  text
    .replace(/[٠-٩۰-۹０-９]/g, (figure) => String(figure.charCodeAt(0) & 0xf))
    .replace(/[٫．]/g, '.')
    .replace(/[٬，]/g, ',')

/** Groups of three digits, or of two but for the last as in India; the leading group does not begin with zero. */
const grouped = /^[1-9][0-9]{0,2}(?:,[0-9]{2,3})*,[0-9]{3}$/

/** Leaves at most one decimal point; undefined if the separators are ambiguous or malformed. */
function toPlain(text: string, locale: Locale): string | undefined {
  const lastComma = text.lastIndexOf(',')
  const lastPoint = text.lastIndexOf('.')
  if (lastComma < 0) return text
  if (lastPoint < 0) {
    const isOnly = text.indexOf(',') === lastComma
    if (grouped.test(text) && !(isOnly && locale === 'de')) return text.replaceAll(',', '')
    return isOnly ? text.replace(',', '.') : undefined
  }
  const [decimal, group] = lastComma > lastPoint ? [',', '.'] : ['.', ',']
  const [whole = '', ...fractions] = text.split(decimal)
  if (!grouped.test(whole.replaceAll(group, ','))) return undefined
  return [whole.replaceAll(group, ''), ...fractions].join('.')
}

/**
 * Returns whether a text is ambiguous for {@link parseAmountText}: its only separator groups thousands in the page's
 * language, and exactly three digits follow.
 */
export function isAmbiguousAmount(text: string, locale: Locale): boolean {
  const bare = plainFigures(text).trim()
  return /^[1-9][0-9]{0,2}[.,][0-9]{3}$/.test(bare) && bare.includes(locale === 'de' ? '.' : ',')
}

/** Formats all digits of an amount for text fields: no grouping, no trailing zeros. */
export function exactAmountText(atoms: bigint, decimals: number, locale: Locale): string {
  return decimalText(formatUnits(atoms, decimals), locale)
}

/** Formats a plain decimal number with a language's separator, for text fields. */
export function decimalText(plain: string, locale: Locale): string {
  return locale === 'de' ? plain.replace('.', ',') : plain
}

/** Parses a text to a plain decimal number for links; empty if it is none. */
export function plainDecimal(text: string, locale: Locale): string {
  const read = readDigits(text, locale)
  if (!read || read === 'nothing') return ''
  return read.digits === '' ? read.units : `${read.units}.${read.digits}`
}

/**
 * Formats an amount for an editable field: like for display, but what is too small for that with all its digits, as a
 * field holds a number. Omits grouping if a point groups: a single typed point is decimal, so editing a digit would
 * otherwise turn thousands into units.
 */
export function fieldAmountText(atoms: bigint, token: AmountToken, locale: Locale): string {
  const text = amountText(atoms, token, locale)
  if (text.startsWith('<')) return exactAmountText(atoms, token.decimals, locale)
  return locale === 'de' ? text.replaceAll('.', '') : text
}
