/** A text as a sentence: with a capital first, unless it begins with the name of a field, and ended. */
export function sentence(text: string): string {
  const whole = ended(text)
  const isField = /^[a-z]+[A-Z_]/.test(whole)
  return isField ? whole : whole.charAt(0).toUpperCase() + whole.slice(1)
}

/** A text with a full stop at its end, unless it ends a sentence by itself. */
export function ended(text: string): string {
  const trimmed = text.trim()
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`
}
