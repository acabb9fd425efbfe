type Told = { readonly id: string; readonly timestamp: string }

/** What a person was told of while a page is open, so that nobody is told twice, or of what is old. */
export type SeenSet = {
  /** Notes what was there when the page began to listen; later calls change nothing. */
  readonly begin: (newest: readonly Told[]) => void
  /** Whether a notification is to be told now; notes that it was. */
  readonly isNews: (notification: Told) => boolean
}

/** What is kept in mind at most. */
const maxIds = 1_000

/**
 * Begins with nothing told. The service may say again what it has said: after a stream was lost, and of what somebody
 * marks as unread.
 */
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
