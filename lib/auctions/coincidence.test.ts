import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { amountOut } from '@/lib/liquidity/swap-pool'
import {
  dai,
  fixtureAuction,
  fixtureOrder,
  fixturePool,
  milli,
  usdc,
} from '@/lib/testing/build-auction-fixture'
import { judgeSettlement } from '@/lib/testing/judge-settlement'
import { createTestContext } from '@/lib/testing/test-context'
import type { Auction, AuctionOrder } from './auction'
import { boundSettlement } from './auction-bound'
import { unpackInput } from './auction-input'
import { batchSolverBy } from './batch-solver'
import { costToCover } from './ledger'
import { runAuction } from './run-auction'
import { estimateGas, type Solution } from './solution'
import { findFault } from './validate-solution'

const patientSolver = batchSolverBy(() => 0)
const alone = { competitors: [patientSolver] }
const ctx = createTestContext()

/** The proposal that settles most orders, judged from outside. */
async function solve(auction: Auction): Promise<Solution | undefined> {
  const proposals = await patientSolver.solve(auction)
  for (const solution of proposals) {
    expect(findFault(auction, solution)).toBeUndefined()
    judgeSettlement(auction, solution)
  }
  return [...proposals].sort((a, b) => b.trades.length - a.trades.length)[0]
}

describe('stored auctions whose pools agree with each other', () => {
  const read = (id: number) => unpackInput(readFileSync(`lib/testing/auctions/${id}.json.gz`))

  test.each([96, 114, 119, 120, 123, 124])('all orders of %i settle together', async (id) => {
    const { auction } = await read(id)
    const [best] = await runAuction(ctx, auction, alone)
    if (!best) throw new Error('nothing is settled')
    expect(best.isFair).toBe(true)
    expect(best.solution.trades).toHaveLength(29)
    expect(judgeSettlement(auction, best.solution)).toBe(best.score)
    const bound = boundSettlement(auction)
    expect(Number(best.score) / Number(bound)).toBeGreaterThan(0.95)
  })

  test.each([0n, 1_000_000_007n])(
    'two orders that cross settle at a gas price of %i',
    async (gasPrice) => {
      const { auction } = await read(120)
      const crossing = { ...auction, gasPrice, orders: auction.orders.slice(0, 2) }
      expect((await solve(crossing))?.trades).toHaveLength(2)
    },
  )
})

const gasPrice = 1_000_000_000n
const priced = { gasPrice, costCoverBps: 10_000n }
const amount = fc.bigInt(10n ** 16n, 10n ** 21n)
/** Millionths by which an order asks for less (or more) than the market gives. */
const room = fc.integer({ min: -2_900, max: 50_000 })

type Side = { readonly sells: bigint; readonly asks: bigint }

function crossing(a: Side, b: Side) {
  const order = (
    index: number,
    { sells, asks }: Side,
    [sellToken, buyToken]: readonly [Address, Address],
  ) => fixtureOrder(index, { sellToken, buyToken, sellAmount: sells, buyAmount: asks })
  return [order(1, a, [usdc, dai]), order(2, b, [dai, usdc])]
}

/** The least that a pool has to be given so that it pays this much; undefined when it cannot. */
function leastIn(pay: (amount: bigint) => bigint, wanted: bigint): bigint | undefined {
  let [low, high] = [0n, 4n * wanted]
  if (pay(high) < wanted) return undefined
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (pay(middle) >= wanted) high = middle
    else low = middle
  }
  return high
}

const below = (market: bigint, millionths: number) =>
  (market * BigInt(1_000_000 - millionths)) / 1_000_000n

describe('two fill-or-kill orders', () => {
  test('settle together where their exact amounts meet both limits and pay the gas', async () => {
    const book = fc.record({ a: amount, b: amount, askedA: room, askedB: room })
    let settled = 0
    await fc.assert(
      fc.asyncProperty(book, fc.boolean(), async ({ a, b, askedA, askedB }, isFree) => {
        const orders = crossing(
          { sells: a, asks: below(b, askedA) },
          { sells: b, asks: below(a, askedB) },
        )
        const auction = fixtureAuction(orders, [], isFree ? {} : priced)
        const surplus = a + b - below(b, askedA) - below(a, askedB)
        const cost = costToCover(auction, estimateGas(orders, []))
        if (askedA < 0 || askedB < 0 || surplus < cost + 4n) return
        settled += 1
        expect((await solve(auction))?.trades).toHaveLength(2)
      }),
      { numRuns: 150, seed: 1 },
    )
    expect(settled).toBeGreaterThan(30)
  })

  test('settle together with the remainder through a pool that is idle between them', async () => {
    const book = fc.record({
      a: amount,
      share: fc.integer({ min: 1, max: 1_000_000 }),
      askedA: room,
      askedB: room,
      isOneAtom: fc.boolean(),
      isFree: fc.boolean(),
    })
    let settled = 0
    await fc.assert(
      fc.asyncProperty(book, async ({ a, share, askedA, askedB, isOneAtom, isFree }) => {
        const b = isOneAtom ? a - 1n : (a * BigInt(share)) / 1_000_000n + 1n
        const pool = fixturePool([usdc, milli(10_000_000)], [dai, milli(10_000_000)])
        const orders = crossing(
          { sells: a, asks: below(a, askedA) },
          { sells: b, asks: below(b, askedB) },
        )
        const auction = fixtureAuction(orders, [pool], isFree ? {} : priced)
        const lack = below(a, askedA) - b
        const pay = (sold: bigint) => amountOut(pool, { token: usdc, amount: sold }, dai) ?? 0n
        const sold = lack > 0n ? leastIn(pay, lack) : 0n
        if (sold === undefined) return
        const paidB = a - sold
        const surplus = paidB - below(b, askedB) + (lack > 0n ? 0n : -lack)
        const gas = estimateGas(orders, sold > 0n ? [{ gas: 120_000n }] : [])
        if (paidB < below(b, askedB) || surplus < costToCover(auction, gas) + 4n) return
        settled += 1
        expect((await solve(auction))?.trades).toHaveLength(2)
      }),
      { numRuns: 150, seed: 1 },
    )
    expect(settled).toBeGreaterThan(30)
  })
})

test('190 orders on the pools of a stored auction fill in three rounds at most', async () => {
  const { auction } = await unpackInput(readFileSync('lib/testing/auctions/120.json.gz'))
  const uidOf = (index: number): Hex => `0x${index.toString(16).padStart(112, '0')}`
  const many = Array.from({ length: 190 }, (_, index): AuctionOrder => {
    const entry = auction.orders[index % auction.orders.length]
    if (!entry) throw new Error('the auction has no orders')
    return { ...entry, uid: uidOf(index) }
  })
  let open = many
  for (let round = 0; round < 3; round += 1) {
    const [best] = await runAuction(ctx, { ...auction, orders: open }, alone)
    const filled = new Set(best?.solution.trades.map(({ uid }) => uid))
    open = open.filter(({ uid }) => !filled.has(uid))
  }
  expect(open).toEqual([])
})
