/** Notifications of one day, newest first. */
export type Day<T> = { readonly label: string; readonly items: readonly T[] }

/** Groups what is sorted newest first by calendar day of the reader: "Today", "Yesterday", else the date. */
export function groupByDay<T extends { readonly timestamp: string }>(
  items: readonly T[],
  now: Date,
): readonly Day<T>[] {
  const days = new Map<string, T[]>()
  for (const item of items) {
    const label = dayLabel(new Date(item.timestamp), now)
    const list = days.get(label)
    if (list) list.push(item)
    else days.set(label, [item])
  }
  return [...days].map(([label, list]) => ({ label, items: list }))
}

function dayLabel(date: Date, now: Date): string {
  const days = Math.round((midnight(now) - midnight(date)) / 86_400_000)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
}

const midnight = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
