import { formatUnits } from 'viem'
import { numberFormat } from './i18n/intl'
import type { Locale } from './i18n/locale'

/** What typed or pasted text says: an amount in atoms, nothing yet, or why it is none. */
export type ParsedAmount =
  | { readonly atoms: bigint }
  | { readonly empty: true }
  | { readonly problem: 'not-a-number' | 'too-many-decimals' | 'too-large' }

/**
 * Reads an amount as people write it. Where both marks occur, the last one is the decimal mark; a single comma before
 * exactly three digits separates thousands, unless these would begin with zero or have four digits; spaces, apostrophes
 * and underscores are ignored. Where a comma is the decimal mark, a single one always is. A single point is one
 * everywhere, so that no language reads more than another out of the same figures.
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

/** The digits before and behind the decimal mark, without zeros at the end. */
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

/** Arabic, Persian and wide figures and marks as the ones that are read here; keyboards of such languages have no others. */
const plainFigures = (text: string): string =>
  text
    .replace(/[٠-٩۰-۹０-９]/g, (figure) => String(figure.charCodeAt(0) & 0xf))
    .replace(/[٫．]/g, '.')
    .replace(/[٬，]/g, ',')

/** Groups of three figures, in India of two but for the last; a group of thousands begins with no zero. */
const grouped = /^[1-9][0-9]{0,2}(?:,[0-9]{2,3})*,[0-9]{3}$/

/** Leaves one decimal point at most; undefined when the marks make no sense. */
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
 * Whether a text may be meant otherwise than {@link parseAmountText} reads it: its only mark is the one that groups in
 * the language of the page, before exactly three figures.
 */
export function isAmbiguousAmount(text: string, locale: Locale): boolean {
  const bare = plainFigures(text).trim()
  return /^[1-9][0-9]{0,2}[.,][0-9]{3}$/.test(bare) && bare.includes(locale === 'de' ? '.' : ',')
}

/** Every digit of an amount, for text fields: no grouping, no trailing zeros. */
export function exactAmountText(atoms: bigint, decimals: number, locale: Locale): string {
  return decimalText(formatUnits(atoms, decimals), locale)
}

/** A plain decimal number with the mark of a language, for text fields. */
export function decimalText(plain: string, locale: Locale): string {
  return locale === 'de' ? plain.replace('.', ',') : plain
}

/** The plain decimal number that a text says, for links; empty where it says none. */
export function plainDecimal(text: string, locale: Locale): string {
  const read = readDigits(text, locale)
  if (!read || read === 'nothing') return ''
  return read.digits === '' ? read.units : `${read.units}.${read.digits}`
}

/**
 * An amount for reading: six significant digits below a thousand, two decimals above it, grouped; what
 * would round to nothing is shown as less than the smallest that is shown.
 */
export function amountText(atoms: bigint, decimals: number, locale: Locale = 'en'): string {
  if (atoms === 0n) return '0'
  const exact = formatUnits(atoms, decimals)
  const size = Number(exact)
  if (size < 1e-6) return `<${numberFormat(locale, { maximumFractionDigits: 6 }).format(1e-6)}`
  const options: Intl.NumberFormatOptions =
    size >= 1000
      ? { maximumFractionDigits: 2 }
      : { maximumSignificantDigits: 6, maximumFractionDigits: 6 }
  // As text, since a number knows no more than 16 digits.
  return numberFormat(locale, { ...options, roundingMode: 'floor' } as never).format(exact as never)
}

/**
 * An amount for reading in a field that may be edited. Where a point groups, it is left out: a single point that was
 * typed is the decimal mark, so that a changed digit would make thousands whole units.
 */
export function fieldAmountText(atoms: bigint, decimals: number, locale: Locale): string {
  const text = amountText(atoms, decimals, locale)
  return locale === 'de' ? text.replaceAll('.', '') : text
}
