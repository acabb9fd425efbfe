import { expect, test } from 'vitest'
import { isFair, pairBaselines, pairScores } from '@/lib/auctions/model/fairness'
import { solveDeadlineMs } from '@/lib/auctions/model/solution'
import { randomAuction } from '@/lib/testing/auctions/random-auction'
import { verifySettlement } from '@/lib/testing/auctions/verify-settlement'
import { someOf } from '@/lib/testing/cases'
import { routeOrders } from './baseline-solver'
import { withContending } from './batch/fit-orders'
import { solveEvenly } from './batch/solve-batch'
import { createQuotes, enforceFairness } from './enforce-fairness'

test.each(
  someOf([
    { orders: 250, partial: 1 },
    { orders: 250, partial: 0 },
  ]),
)(
  'one unfair pair does not remove the others from a large batch: %o',
  { tags: ['long'] },
  (size) => {
    const auction = randomAuction({ seed: 1, ...size })
    const rest = withContending(auction, 180)
    const settled = solveEvenly(rest)
    if (!settled) throw new Error('nothing is settled')
    const baselines = pairBaselines(auction, routeOrders(auction))
    expect(isFair(pairScores(auction, settled.solution), baselines)).toBe(false)
    const quotes = createQuotes(auction)
    const fair = enforceFairness(settled.solution, { rest, quotes, isLate: () => false })
    if (!fair) throw new Error('nothing is fair')
    expect(isFair(pairScores(auction, fair), baselines)).toBe(true)
    const kept = Number(verifySettlement(auction, fair)) / Number(settled.score)
    expect(kept).toBeGreaterThan(0.85)
    expect(enforceFairness(fair, { rest, quotes, isLate: () => true })).toBe(fair)
    expect(enforceFairness(settled.solution, { rest, quotes, isLate: () => true })).toBeUndefined()
  },
)

test('more orders give solvers more time, up to nine seconds', () => {
  const times = [1, 150, 500, 2_000, 100_000].map((orders) =>
    solveDeadlineMs({ orders: Array.from({ length: orders }) }),
  )
  expect(times).toEqual([3_000, 3_000, 4_400, 9_000, 9_000])
})
