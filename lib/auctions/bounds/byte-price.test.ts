import { describe, expect, test } from 'vitest'
import { balanceSolution, costToCover, usageOf, valueLedger } from '@/lib/auctions/model/ledger'
import { packInput, unpackInput } from '@/lib/auctions/replay/auction-input'
import { runAuction } from '@/lib/auctions/selection/run-auction'
import { findViolation } from '@/lib/auctions/selection/validate-solution'
import { randomAuction } from '@/lib/testing/auctions/random-auction'
import { createTestContext } from '@/lib/testing/test-context'
import { boundAuction } from './auction-bound'

const gwei = 10n ** 9n

/** An auction in which bytes cost as much as gas, or much more. */
function auctionAt(seed: number, bytePrice: bigint) {
  const further = { gasPrice: gwei / 10n, bytePrice, costCoverBps: 10_000n }
  return randomAuction({ seed, orders: 12, tokens: 6, pools: 20, partial: 0.3, further })
}

describe('where a settlement pays for its bytes', () => {
  test.each([1, 2, 3, 4])(
    'winners of auction %i keep what both cost, and none scores above the bound',
    async (seed) => {
      const auction = auctionAt(seed, 10n * gwei)
      const participants = await runAuction(createTestContext(), auction)
      expect(participants.length).toBeGreaterThan(0)
      const bound = boundAuction(auction)
      for (const { solution, score } of participants) {
        expect(findViolation(auction, solution)).toBeUndefined()
        const usage = usageOf(auction, solution)
        expect(usage.bytes).toBeGreaterThan(1_000n)
        const kept = valueLedger(auction, balanceSolution(auction, solution))
        expect(kept).toBeGreaterThanOrEqual(costToCover(auction, usage))
        if (bound !== undefined) expect(score).toBeLessThanOrEqual(bound)
      }
    },
  )

  test('orders that cannot pay for them wait', async () => {
    expect(await runAuction(createTestContext(), auctionAt(1, 10n ** 19n))).toEqual([])
  })

  test('a stored auction keeps the price of a byte; those of earlier versions have none', async () => {
    const { auction } = await restored({ auction: auctionAt(1, 5n) })
    expect(auction.bytePrice).toBe(5n)
    const { bytePrice: _, ...earlier } = auctionAt(1, 5n)
    const old = (await restored({ auction: earlier })).auction
    expect(usageOf(old, { ...noTrades, gas: 7n })).toEqual({ gas: 7n, bytes: 0n })
    expect(costToCover(old, { gas: 10n, bytes: 10n ** 6n })).toBe(10n * old.gasPrice)
  })
})

const noTrades = { solver: 'a', clearingPrices: new Map(), trades: [], routes: [] }

async function restored({ auction }: { readonly auction: ReturnType<typeof auctionAt> }) {
  return unpackInput(await packInput({ auction, proposals: [], unfinishedSolvers: [] }))
}
