import { serializeTransaction } from 'viem'
import { expect, test } from 'vitest'
import type { Auction } from '@/lib/auctions/model/auction'
import { indexOrders } from '@/lib/auctions/model/ledger'
import { estimateBytes, type Solution } from '@/lib/auctions/model/solution'
import { routeOrders } from '@/lib/auctions/solvers/baseline-solver'
import { solveBatch } from '@/lib/auctions/solvers/batch/solve-batch'
import { encodeSettlement } from '@/lib/chain/encode-settlement'
import { hookInteractions } from '@/lib/chain/simulation/trampoline'
import { byteLength } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import { originalSwapRouter } from '@/lib/core/pool-factories'
import {
  fixtureAuction,
  fixtureOrder,
  fixturePool,
  milli,
  usdc,
  weth,
} from '@/lib/testing/auctions/build-auction-fixture'
import { randomAuction } from '@/lib/testing/auctions/random-auction'
import { planSettlement } from './settlement-plan'

const where = { settlement: defaultSettlement, v3Router: originalSwapRouter }
const callees = { trampoline: usdc, placers: [] }

/** Bytes of the transaction that settles a solution, estimated and encoded. */
function bytesOf(auction: Auction, solution: Solution) {
  const orders = indexOrders(auction)
  const entries = solution.trades.flatMap(({ uid }) => orders.get(uid) ?? [])
  const transaction = serializeTransaction({
    type: 'eip1559',
    chainId: 8453,
    nonce: 100_000,
    to: defaultSettlement,
    data: encodeSettlement(
      planSettlement({ auction, solution, auctionId: 10n ** 6n, where, callees }),
    ),
    gas: 500_000n,
    maxFeePerGas: 10n ** 9n,
    maxPriorityFeePerGas: 10n ** 9n,
  })
  const actual = byteLength(transaction)
  return { actual, ratio: Number(estimateBytes(entries, solution.routes)) / actual }
}

test('estimates the bytes of batches through pools of all kinds', () => {
  for (const seed of [1, 2, 3]) {
    const auction = randomAuction({ seed, orders: 40, tokens: 12, pools: 60, partial: 0.2 })
    const batch = solveBatch(auction)
    const solutions = [...routeOrders(auction).slice(0, 10), ...(batch ? [batch.solution] : [])]
    expect(solutions.some(({ trades }) => trades.length > 5)).toBe(true)
    for (const solution of solutions) {
      const { ratio } = bytesOf(auction, solution)
      expect(ratio).toBeGreaterThan(0.9)
      expect(ratio).toBeLessThan(1.25)
    }
  }
})

test('counts hooks and the length of contract signatures', () => {
  const hook = { target: weth, callData: `0x${'ab'.repeat(300)}`, gasLimit: 1n } as const
  const order = fixtureOrder(1, {
    sellToken: weth,
    buyToken: usdc,
    signingScheme: 'eip1271',
    signature: `0x${'cd'.repeat(700)}`,
  })
  const entry = {
    ...order,
    interactions: hookInteractions({ pre: [hook], post: [hook, hook] }, usdc),
  }
  const pool = fixturePool([weth, milli(1_000_000)], [usdc, milli(1_000_000)])
  const auction = fixtureAuction([entry], [pool])
  const [solution] = routeOrders(auction)
  if (!solution) throw new Error('not routed')
  const { actual, ratio } = bytesOf(auction, solution)
  expect(actual).toBeGreaterThan(4_000)
  expect(ratio).toBeGreaterThan(0.95)
  expect(ratio).toBeLessThan(1.1)
})
