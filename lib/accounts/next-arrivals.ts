import type { Arrival } from './poll-changes'

/** Questions of arrivals that one turn takes, and how many of them those who come back may ask. */
const maxQuestions = 50
/** Each of these costs queries of its own, for which those who are there already wait. */
const maxReturning = 8

/** Those who wait longest, as many as a turn takes; who asks for the same is answered by one reading. */
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
