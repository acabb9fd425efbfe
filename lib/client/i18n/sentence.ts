/** Formats a text as a sentence: capitalised, unless it begins with a field name, and with a full stop. */
export function sentence(text: string): string {
  const whole = withFullStop(text)
  const isField = /^[a-z]+[A-Z_]/.test(whole)
  return isField ? whole : whole.charAt(0).toUpperCase() + whole.slice(1)
}

/** Adds a full stop to a text, unless it ends a sentence already. */
export function withFullStop(text: string): string {
  const trimmed = text.trim()
  return /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`
}
