const utc = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
})

/** A moment as everyone reads it alike: "21 Nov 2026, 09:30:12 UTC". */
export function utcText(date: Date): string {
  return `${utc.format(date)} UTC`
}

/** A moment in the reader's own zone, the year left out while it is this one: "21 Nov, 09:30". */
export function localText(date: Date, now: Date): string {
  const isThisYear = date.getFullYear() === now.getFullYear()
  return date.toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' as const }),
    hour: '2-digit',
    minute: '2-digit',
  })
}
