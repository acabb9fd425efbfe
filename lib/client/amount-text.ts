import { formatUnits } from 'viem'

/** What typed or pasted text says: an amount in atoms, nothing yet, or why it is none. */
export type ParsedAmount =
  | { readonly atoms: bigint }
  | { readonly empty: true }
  | { readonly problem: 'not-a-number' | 'too-many-decimals' | 'too-large' }

/**
 * Reads an amount as people write it. Where both marks occur, the last one is the decimal mark; a single
 * comma before exactly three digits separates thousands; spaces, apostrophes and underscores are ignored.
 */
export function parseAmountText(text: string, decimals: number): ParsedAmount {
  const bare = text.trim().replace(/[\s'’_]/g, '')
  if (bare === '' || bare === '.') return { empty: true }
  if (!/^[0-9.,]+$/.test(bare) || bare.length > 120) return { problem: 'not-a-number' }
  const plain = toPlain(bare)
  const match = plain && /^([0-9]*)(?:\.([0-9]*))?$/.exec(plain)
  if (!match) return { problem: 'not-a-number' }
  const [, units = '', fraction = ''] = match
  const digits = fraction.replace(/0+$/, '')
  if (digits.length > decimals) return { problem: 'too-many-decimals' }
  const atoms = BigInt(`${units || '0'}${digits.padEnd(decimals, '0')}`)
  return atoms >> 256n ? { problem: 'too-large' } : { atoms }
}

/** Leaves one decimal point at most; undefined when the marks make no sense. */
function toPlain(text: string): string | undefined {
  const lastComma = text.lastIndexOf(',')
  const lastPoint = text.lastIndexOf('.')
  if (lastComma < 0) return text
  if (lastPoint < 0) {
    const groups = text.split(',')
    const isGrouped = groups.slice(1).every((group) => group.length === 3) && groups[0] !== ''
    if (isGrouped) return groups.join('')
    return groups.length === 2 ? groups.join('.') : undefined
  }
  return lastComma > lastPoint
    ? text.replaceAll('.', '').replace(',', '.')
    : text.replaceAll(',', '')
}

/** Every digit of an amount, for text fields: no grouping, no trailing zeros. */
export function exactAmountText(atoms: bigint, decimals: number): string {
  return formatUnits(atoms, decimals)
}

/**
 * An amount for reading: six significant digits below a thousand, two decimals above it, grouped; what
 * would round to nothing is shown as less than the smallest that is shown.
 */
export function amountText(atoms: bigint, decimals: number, locale = 'en-US'): string {
  if (atoms === 0n) return '0'
  const exact = Number(formatUnits(atoms, decimals))
  if (exact < 1e-6) return '<0.000001'
  const options: Intl.NumberFormatOptions =
    exact >= 1000
      ? { maximumFractionDigits: 2 }
      : { maximumSignificantDigits: 6, maximumFractionDigits: 6 }
  return new Intl.NumberFormat(locale, { ...options, roundingMode: 'floor' } as never).format(exact)
}
