import type { Address } from '@/lib/core/address'
import { maxAmount } from '@/lib/core/amount'
import { separators, tens, trimmedText, unitsText } from './digits'
import type { Locale } from './locale'
import { isPegged } from './pegged-tokens'

/** What the format of an amount depends on. */
export type AmountToken = {
  readonly decimals: number
  /** Undefined if the amount belongs to no known token; it is then not counted in cents. */
  readonly address: Address | undefined
}

/** Decimals of a pegged token. */
const centDigits = 2
/** Decimals below one, the most of all. */
const maxDigits = 6

/**
 * Formats an amount, rounded down so that nothing is overstated. Pegged tokens have two decimals, others up to two from
 * 10,000, up to four from 1, and up to six below. Less than a cent of a pegged token is formatted like other tokens, so
 * that it is not shown as nothing, and less than a millionth as "<0.000001".
 */
export function amountText(atoms: bigint, token: AmountToken, locale: Locale): string {
  const digits = digitsOf(atoms, token)
  const text = fixedText(atoms, { ...token, digits }, locale)
  return countsCents(atoms, token) ? text : trimmedText(text, locale)
}

/** Formats an amount with its sign, so that it is read as a change: "+8.47", "−0.32"; 0 has none. */
export function signedAmountText(atoms: bigint, token: AmountToken, locale: Locale): string {
  if (atoms < 0n) return `−${amountText(-atoms, token, locale)}`
  return `${atoms > 0n ? '+' : ''}${amountText(atoms, token, locale)}`
}

/**
 * Formats amounts that a column or a rail compares: all with as many decimals as the longest of them needs, and no more
 * than the largest of them has.
 */
export function comparedAmountTexts(
  amounts: readonly bigint[],
  token: AmountToken,
  locale: Locale,
): string[] {
  const largest = amounts.reduce(maxAmount, 0n)
  const needed = amounts.map((atoms) => fractionOf(amountText(atoms, token, 'en')).length)
  const digits = Math.min(digitsOf(largest, token), Math.max(0, ...needed))
  return amounts.map((atoms) => fixedText(atoms, { ...token, digits }, locale))
}

/** Translates the leading number of an English text, and a percent sign after it, to a language. */
export function translatedNumber(text: string, locale: Locale): string {
  const { group, point } = separators[locale]
  return text.replace(/^(<?\d[\d,]*)(?:\.(\d+))?(\s?%)?(?= |$)/, (_, whole, fraction, percent) => {
    const number = whole.replaceAll(',', group) + (fraction === undefined ? '' : point + fraction)
    return percent === undefined ? number : `${number}${locale === 'de' ? '\u00a0%' : '%'}`
  })
}

const countsCents = (atoms: bigint, { address, decimals }: AmountToken): boolean =>
  address !== undefined && isPegged(address) && (atoms === 0n || atoms * 100n >= tens(decimals))

function digitsOf(atoms: bigint, token: AmountToken): number {
  const one = tens(token.decimals)
  if (countsCents(atoms, token) || atoms >= 10_000n * one) return centDigits
  return atoms >= one ? 4 : maxDigits
}

type Fixed = { readonly decimals: number; readonly digits: number }

/** Formats an amount with exactly `digits` decimals, rounded down; marks what would be shown as zero. */
function fixedText(atoms: bigint, { decimals, digits }: Fixed, locale: Locale): string {
  const exact = decimals - digits
  const units = exact < 0 ? atoms * tens(-exact) : atoms / tens(exact)
  const isTiny = units === 0n && atoms > 0n
  const number = unitsText(isTiny ? 1n : units, digits, locale)
  return isTiny ? `<${number}` : number
}

const fractionOf = (text: string): string => text.split('.')[1] ?? ''
