import type { Translator } from '@/lib/client/i18n/translator'

/** State of the check of a typed code. */
export type CodeCheck =
  | { readonly state: 'empty' }
  | { readonly state: 'malformed'; readonly text: string }
  | { readonly state: 'checking' }
  | { readonly state: 'available' }
  | { readonly state: 'taken' }
  | { readonly state: 'unknown' }

/** Returns the hint below the field. */
export function codeHint(
  t: Translator<'affiliate'>,
  check: CodeCheck,
): { readonly error?: string; readonly hint?: string } {
  switch (check.state) {
    case 'empty':
      return { hint: t('field.empty') }
    case 'malformed':
      return { error: faultText(t, check.text.trim()) }
    case 'checking':
      return { hint: t('field.checking') }
    case 'available':
      return { hint: t('field.available') }
    case 'taken':
      return { error: t('field.taken') }
    case 'unknown':
      return { hint: t('field.unknown') }
  }
}

const maxLength = 20

/** Names what is wrong with a malformed code: the first wrong character, or else its length. */
export function faultText(t: Translator<'affiliate'>, text: string): string {
  const character = /[^A-Za-z0-9_-]/u.exec(text)?.[0]
  if (character !== undefined) {
    return /\s/.test(character) ? t('field.space') : t('field.character', { character })
  }
  const count = text.length - maxLength
  return count > 0 ? t('field.long', { count }) : t('field.malformed')
}

/** Returns the label of the form's button; undefined if the code can be signed. */
export function missingForCode(t: Translator<'affiliate'>, check: CodeCheck): string | undefined {
  if (check.state === 'empty') return t('missing.enter')
  if (check.state === 'malformed') return t('missing.correct')
  if (check.state === 'checking') return t('missing.checking')
  return check.state === 'taken' ? t('missing.other') : undefined
}

/** Omits characters that are easily confused. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const words = ['SLIP', 'BATCH', 'MATCH', 'COIN', 'TALLY', 'STUB', 'TICKET'] as const

/** Suggests a code that is unlikely to be taken: a word and five characters. `random` returns numbers in [0, 1). */
export function suggestCode(random: () => number): string {
  const pick = (from: string | readonly string[]) => from[Math.floor(random() * from.length)]
  return `${pick(words)}-${Array.from({ length: 5 }, () => pick(letters)).join('')}`
}
