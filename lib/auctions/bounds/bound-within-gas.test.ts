import { expect, test } from 'vitest'
import type { Auction } from '@/lib/auctions/model/auction'
import { furtherTradeGas } from '@/lib/auctions/model/solution'
import { routeOrders } from '@/lib/auctions/solvers/baseline-solver'
import { solveBatch } from '@/lib/auctions/solvers/batch/solve-batch'
import { judgeSettlement } from '@/lib/testing/auctions/judge-settlement'
import { randomAuction } from '@/lib/testing/auctions/random-auction'
import { someOf } from '@/lib/testing/cases'
import { boundAuction } from './auction-bound'
import { boundWithinGas } from './bound-within-gas'

const batchOf = (auction: Auction) => [solveBatch(auction)?.solution ?? []].flat()

test('a single transaction is bound by its gas where there are more orders than it takes', () => {
  const auction = randomAuction({ seed: 1, orders: 350, partial: 1 })
  const settled = solveBatch(auction)
  if (!settled) throw new Error('nothing is settled')
  const score = judgeSettlement(auction, settled.solution)
  const one = boundWithinGas(auction, 1) ?? 0n
  const whole = boundAuction(auction) ?? 0n
  expect(score).toBeLessThanOrEqual(one)
  expect(Number(one) / Number(whole)).toBeLessThan(0.99)
  expect(boundWithinGas(auction, 5)).toBe(whole)
})

test('no settlement scores more than its gas lets it', { tags: ['long'] }, () => {
  let [bounds, whole] = [0, 0]
  for (const seed of someOf([1, 2, 3, 4])) {
    const terms = { seed, orders: 12, tokens: 5, pools: 10, partial: 0.5, buying: 0.3 }
    const plain = randomAuction(terms)
    // Hooks with half of a transaction's gas each, so that two orders fill it.
    const interactionGas = 5_000_000n - furtherTradeGas
    const auction = {
      ...plain,
      orders: plain.orders.map((entry) => ({ ...entry, interactionGas })),
    }
    const bound = boundWithinGas(auction, 1) ?? 0n
    const settlements = [...routeOrders(auction), ...batchOf(auction)]
    for (const solution of settlements) {
      expect(judgeSettlement(auction, solution)).toBeLessThanOrEqual(bound)
    }
    bounds += Number(bound)
    whole += Number(boundAuction(auction))
  }
  expect(bounds / whole).toBeLessThan(0.9)
})

test('what needs less gas than there is, is bound by the auction alone', () => {
  const auction = randomAuction({ seed: 2, orders: 10, tokens: 4, pools: 8, partial: 1 })
  expect(boundWithinGas(auction, 1)).toBe(boundAuction(auction))
})
