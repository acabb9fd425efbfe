import type { Arrival } from './poll-changes'

/** Maximum queries for new subscribers per poll. */
const maxQuestions = 50
/** Maximum returning clients among them: each costs queries of its own, which delay the existing subscribers. */
const maxReturning = 8

/** Picks the longest-waiting subscribers for one poll; identical requests share one query. */
export function nextArrivals<Subscriber>(
  waiting: ReadonlyMap<Subscriber, Arrival>,
): Map<Subscriber, Arrival> {
  const byQuestion = new Map<string, Arrival>()
  const arrived = new Map<Subscriber, Arrival>()
  let returning = 0
  for (const [subscriber, arrival] of waiting) {
    const { account, cursor } = arrival
    const key = `${account} ${cursor?.since.text} ${cursor?.partly?.at.text} ${cursor?.partly?.key}`
    const same = byQuestion.get(key)
    if (!same) {
      if (byQuestion.size === maxQuestions || (cursor && returning === maxReturning)) continue
      if (cursor) returning += 1
      byQuestion.set(key, arrival)
    }
    arrived.set(subscriber, same ?? arrival)
  }
  return arrived
}
