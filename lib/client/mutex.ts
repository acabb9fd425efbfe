const ends = new Map<string, Promise<unknown>>()

/**
 * Does one work of a name after the other, in the order of asking: in all tabs of this browser where it has Web Locks, which
 * browsers have under https and at localhost, else in this page. Gives what the work gives, or throws what it throws.
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
