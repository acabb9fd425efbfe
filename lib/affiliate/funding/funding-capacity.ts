import { type LinkedFunding, roundTripSeconds } from '@/lib/affiliate/attribution/reverse-trades'
import type { Address } from '@/lib/core/address'
import { groupBy } from '@/lib/core/group-by'

/**
 * Creates a function that returns the value of the fundings between the trader and an account, in millionths of a
 * dollar, in the {@link roundTripSeconds} up to a time: the upper bound of their round trips. Times must not decrease,
 * so that each funding is visited twice at most.
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

/** @param fundings in time order. */
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
