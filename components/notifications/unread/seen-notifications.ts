type TimedNotification = { readonly id: string; readonly timestamp: string }

/** Tracks the notifications shown while a page is open, so that none is shown twice and old ones are not shown. */
export type SeenSet = {
  /** Marks the initial notifications as seen; later calls do nothing. */
  readonly begin: (newest: readonly TimedNotification[]) => void
  /** Returns whether a notification is new, and marks it as seen. */
  readonly isNews: (notification: TimedNotification) => boolean
}

/** Maximum number of ids kept. */
const maxIds = 1_000

/** Starts empty. The service may repeat notifications, after a reconnect or when one is marked as unread. */
export function createSeenSet(): SeenSet {
  const ids = new Set<string>()
  let since: number | undefined
  const note = (id: string) => {
    ids.add(id)
    if (ids.size <= maxIds) return
    for (const oldest of ids) return void ids.delete(oldest)
  }
  return {
    begin: (newest) => {
      if (since !== undefined) return
      since = Math.max(0, ...newest.map(({ timestamp }) => Date.parse(timestamp)))
      for (const { id } of newest) note(id)
    },
    isNews: ({ id, timestamp }) => {
      if (ids.has(id)) return false
      note(id)
      return Date.parse(timestamp) >= (since ?? 0)
    },
  }
}
