import { type LinkedFunding, roundTripSeconds } from '@/lib/affiliate/attribution/reverse-trades'
import type { Address } from '@/lib/core/address'
import { groupBy } from '@/lib/core/group-by'

/**
 * Tells what the fundings between a trader and an account were worth, in millionths of a dollar, in the
 * {@link roundTripSeconds} up to a moment: no more of their trades is one round trip. The moments asked for never go
 * back, so that each funding is looked at twice.
 */
export function fundingCapacity(
  fundings: readonly LinkedFunding[],
): (account: Address, now: number) => bigint {
  const windows = new Map(
    [...groupBy(fundings, ({ account }) => account)].map(([account, some]) => [
      account,
      slidingSum(some.toSorted((left, right) => left.timestamp - right.timestamp)),
    ]),
  )
  return (account, now) => windows.get(account)?.(now) ?? 0n
}

/** @param fundings in the order of time. */
function slidingSum(fundings: readonly LinkedFunding[]): (now: number) => bigint {
  let begin = 0
  let end = 0
  let sum = 0n
  return (now) => {
    for (let next = fundings[end]; next && next.timestamp <= now; next = fundings[end]) {
      sum += next.value
      end++
    }
    for (let first = fundings[begin]; first && begin < end; first = fundings[begin]) {
      if (now - first.timestamp <= roundTripSeconds) break
      sum -= first.value
      begin++
    }
    return sum
  }
}
