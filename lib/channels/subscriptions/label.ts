/** Maximum characters of a label. */
export const maxLabelCharacters = 60

/**
 * Cleans a label: one line without invisible or bidirectional characters, at most 60 characters; undefined when empty.
 */
export function cleanLabel(text: string): string | undefined {
  const line = text.normalize('NFC').replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
  const words = line.replace(/\s+/gu, ' ').trim()
  const kept = Array.from(words).slice(0, maxLabelCharacters).join('').trim()
  return kept === '' ? undefined : kept
}

/** Masks a mail address so that only its owner recognises it: `a…@example.org`. */
export function maskMail(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = ''] = address
  return `${first}…${address.slice(at)}`
}
