import { formatUnits } from 'viem'
import { numberFormat } from './i18n/intl'
import type { Locale } from './i18n/locale'

/** What typed or pasted text says: an amount in atoms, nothing yet, or why it is none. */
export type ParsedAmount =
  | { readonly atoms: bigint }
  | { readonly empty: true }
  | { readonly problem: 'not-a-number' | 'too-many-decimals' | 'too-large' }

/**
 * Reads an amount as people write it. Where both marks occur, the last one is the decimal mark; a single
 * comma before exactly three digits separates thousands; spaces, apostrophes and underscores are ignored. Where a comma
 * is the decimal mark, a single one always is. A single point is one everywhere, so that no language reads more than
 * another out of the same figures.
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
  const bare = text.trim().replace(/[\s'’_]/g, '')
  if (bare === '' || bare === '.') return 'nothing'
  if (!/^[0-9.,]+$/.test(bare) || bare.length > 120) return undefined
  const plain = toPlain(bare, locale)
  const match = plain && /^([0-9]*)(?:\.([0-9]*))?$/.exec(plain)
  if (!match) return undefined
  const [, units = '', fraction = ''] = match
  return { units: units || '0', digits: fraction.replace(/0+$/, '') }
}

/** Leaves one decimal point at most; undefined when the marks make no sense. */
function toPlain(text: string, locale: Locale): string | undefined {
  const lastComma = text.lastIndexOf(',')
  const lastPoint = text.lastIndexOf('.')
  if (lastComma < 0) return text
  if (lastPoint < 0) {
    const groups = text.split(',')
    if (groups.length === 2 && locale === 'de') return groups.join('.')
    const isGrouped = groups.slice(1).every((group) => group.length === 3) && groups[0] !== ''
    if (isGrouped) return groups.join('')
    return groups.length === 2 ? groups.join('.') : undefined
  }
  return lastComma > lastPoint
    ? text.replaceAll('.', '').replace(',', '.')
    : text.replaceAll(',', '')
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
  const exact = Number(formatUnits(atoms, decimals))
  if (exact < 1e-6) return `<${numberFormat(locale, { maximumFractionDigits: 6 }).format(1e-6)}`
  const options: Intl.NumberFormatOptions =
    exact >= 1000
      ? { maximumFractionDigits: 2 }
      : { maximumSignificantDigits: 6, maximumFractionDigits: 6 }
  return numberFormat(locale, { ...options, roundingMode: 'floor' } as never).format(exact)
}

/**
 * An amount for reading in a field that may be edited. Where a point groups, it is left out: a single point that was
 * typed is the decimal mark, so that a changed digit would make thousands whole units.
 */
export function fieldAmountText(atoms: bigint, decimals: number, locale: Locale): string {
  const text = amountText(atoms, decimals, locale)
  return locale === 'de' ? text.replaceAll('.', '') : text
}
