import { expect, test, vi } from 'vitest'
import { boundAuction } from '@/lib/auctions/bounds/auction-bound'
import type { Solution } from '@/lib/auctions/model/solution'
import { solveBatch } from '@/lib/auctions/solvers/batch/solve-batch'
import {
  dai,
  fixtureAuction,
  fixtureOrder,
  milli,
  usdc,
} from '@/lib/testing/auctions/build-auction-fixture'
import { createTestContext } from '@/lib/testing/test-context'
import { roundCounts, weighRound } from './weigh-round'

/** Two orders that cross: the first sells a thousand, the second takes as many thousandths of it as told. */
function crossing(taken: number) {
  const orders = [
    fixtureOrder(1, { sellToken: usdc, buyToken: dai, buyAmount: milli(900) }),
    fixtureOrder(2, {
      sellToken: dai,
      buyToken: usdc,
      sellAmount: milli(taken),
      buyAmount: milli(Math.floor(taken * 0.9)),
    }),
  ]
  return fixtureAuction(orders, [])
}

const nothing: Solution = {
  solver: 'test',
  clearingPrices: new Map(),
  trades: [],
  routes: [],
  gas: 0n,
}

function weigh(
  auction: ReturnType<typeof crossing>,
  solution: Solution,
  { ctx = createTestContext(), nowMs = (): number => 0 } = {},
) {
  weighRound(ctx, { auction, auctionId: 1n, solution, bound: boundAuction(auction) }, nowMs)
  return roundCounts(ctx)
}

test('a round that settles what can be settled is near to its bound', () => {
  const auction = crossing(1_000)
  const found = solveBatch(auction)
  if (!found) throw new Error('nothing is settled')
  expect(weigh(auction, found.solution)).toEqual({ weighed: 1, far: 0, fillOrKill: 0 })
})

test('a round that leaves a crossing of whole orders is far from it, and fill-or-kill is no excuse', () => {
  expect(weigh(crossing(1_000), nothing)).toEqual({ weighed: 1, far: 1, fillOrKill: 0 })
})

test('a round whose orders fit only in parts is explained by fill-or-kill', () => {
  const auction = crossing(600)
  expect(solveBatch(auction)).toBeUndefined()
  expect(weigh(auction, nothing)).toEqual({ weighed: 1, far: 1, fillOrKill: 1 })
})

test('a log line of a far round has the counts of all', () => {
  const ctx = createTestContext()
  const info = vi.spyOn(ctx.log, 'info')
  weigh(crossing(600), nothing, { ctx })
  weigh(crossing(1_000), nothing, { ctx })
  const counts = { weighed: 2, far: 2, fillOrKill: 1 }
  expect(info).toHaveBeenLastCalledWith(
    expect.objectContaining({ ...counts, needsParts: false }),
    'round scored below 90 % of its bound',
  )
})

test('a round that there is no time to explain is far from its bound, for a reason unknown', () => {
  let now = 0
  const nowMs = () => {
    now += 10_000
    return now
  }
  const ctx = createTestContext()
  const info = vi.spyOn(ctx.log, 'info')
  expect(weigh(crossing(600), nothing, { ctx, nowMs })).toMatchObject({ far: 1, fillOrKill: 0 })
  expect(info).toHaveBeenLastCalledWith(
    expect.objectContaining({ needsParts: undefined }),
    expect.anything(),
  )
})
