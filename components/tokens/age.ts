/** How long ago something was, in one unit: "12 s ago", "4 min ago", "2 h ago", "3 days ago". */
export function ageText(ageMs: number): string {
  const seconds = Math.max(0, Math.round(ageMs / 1000))
  if (seconds < 5) return 'just now'
  if (seconds < 100) return `${seconds} s ago`
  const minutes = Math.round(seconds / 60)
  if (minutes < 100) return `${minutes} min ago`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h ago` : `${Math.round(hours / 24)} days ago`
}

/** Whether data of this age deserves a warning: it should be renewed every minute. */
export const isOld = (ageMs: number): boolean => ageMs > 10 * 60_000
