const ends = new Map<string, Promise<unknown>>()

/**
 * Runs the tasks of a name one at a time, in order: across all tabs of this browser if it has Web Locks, which need a
 * secure context, else within this page. Returns or throws the task's result.
 */
export function withMutex<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { locks } = globalThis.navigator ?? {}
  if (locks) return locks.request(name, work)
  const turn = (ends.get(name) ?? Promise.resolve()).then(work)
  ends.set(
    name,
    turn.catch(() => {}),
  )
  return turn
}
