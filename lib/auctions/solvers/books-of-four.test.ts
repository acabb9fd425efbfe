import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundAuction } from '@/lib/auctions/bounds/auction-bound'
import type { Auction, AuctionOrder } from '@/lib/auctions/model/auction'
import {
  dai,
  fixtureAuction,
  fixtureOrder,
  fixturePool,
  milli,
  usdc,
  weth,
} from '@/lib/testing/auctions/build-auction-fixture'
import { verifySettlement } from '@/lib/testing/auctions/verify-settlement'
import { cases } from '@/lib/testing/cases'
import type { Settled } from './batch/settle-orders'
import { solveBatch } from './batch/solve-batch'

const tokens = [usdc, dai, weth] as const

/** Sizes that often match, limits from ten percent below an even price to two above. */
const drawn = fc.record({
  sell: fc.nat(2),
  further: fc.integer({ min: 1, max: 2 }),
  size: fc.oneof(
    fc.integer({ min: 1, max: 5 }).map((hundreds) => 100 * hundreds),
    fc.integer({ min: 200, max: 1_000 }),
  ),
  limit: fc.double({ min: 0.9, max: 1.02, noNaN: true }),
  partiallyFillable: fc.boolean(),
})
const book = fc.array(drawn, { minLength: 4, maxLength: 4 })

type Book = typeof book extends fc.Arbitrary<infer T> ? T : never

function ordersOf(orders: Book, isWhole: boolean): AuctionOrder[] {
  return orders.map(({ sell, further, size, limit, partiallyFillable }, i) => {
    const [sellToken, buyToken] = [tokens[sell], tokens[(sell + further) % 3]]
    if (!sellToken || !buyToken) throw new Error('no such token')
    const buyAmount = BigInt(Math.floor(Number(milli(size)) * limit))
    return fixtureOrder(i + 1, {
      sellToken,
      buyToken,
      sellAmount: milli(size),
      buyAmount,
      partiallyFillable: !isWhole && partiallyFillable,
    })
  })
}

const pools = [
  fixturePool([usdc, milli(100_000)], [dai, milli(100_000)]),
  fixturePool([usdc, milli(100_000)], [weth, milli(100_000)]),
]

function settle(auction: Auction): Settled | undefined {
  const settled = solveBatch(auction)
  if (settled) expect(verifySettlement(auction, settled.solution)).toBe(settled.score)
  return settled
}

/** The maximum score of any two or three orders of an auction. */
function bestOfFewer(auction: Auction): bigint {
  let best = 0n
  for (let mask = 1; mask < 15; mask += 1) {
    const orders = auction.orders.filter((_, i) => (mask & (1 << i)) !== 0)
    const score = orders.length < 2 ? 0n : (settle({ ...auction, orders })?.score ?? 0n)
    if (score > best) best = score
  }
  return best
}

test.each([
  ['fill-or-kill orders without pools', { isWhole: true, pools: [] }],
  ['fill-or-kill orders and pools', { isWhole: true, pools }],
  ['orders of both kinds without pools', { isWhole: false, pools: [] }],
])('some of four %s settle if two or three of them would', { tags: ['long'] }, (_, terms) => {
  const numRuns = cases(10, 100)
  let [settled, near] = [0, 0]
  fc.assert(
    fc.property(book, (orders) => {
      const auction = fixtureAuction(ordersOf(orders, terms.isWhole), terms.pools)
      const fewer = bestOfFewer(auction)
      const all = settle(auction)?.score ?? 0n
      if (all === 0n && fewer === 0n) return
      expect(all).toBeGreaterThan(0n)
      settled += 1
      if (all * 100n >= fewer * 95n) near += 1
    }),
    { numRuns, seed: 7 },
  )
  expect(settled / numRuns).toBeGreaterThan(0.05)
  expect(near / settled).toBeGreaterThan(0.9)
})

/** An order's sell and buy tokens, size in thousandths of a unit, limit, and whether it is partially fillable. */
type Line = readonly [sell: number, buy: number, size: number, limit: number, isPartial: boolean]

const starved: readonly (readonly [string, readonly Line[]])[] = [
  [
    'of which partially fillable ones crowd out a crossing pair',
    [
      [2, 0, 500, 0.9, false],
      [0, 2, 500, 0.9963, false],
      [1, 2, 540, 1.02, true],
      [0, 1, 100, 0.9, true],
    ],
  ],
  [
    'of which an unfilled one moves the prices of the others',
    [
      [2, 0, 991, 1.02, false],
      [0, 1, 381, 0.9648, true],
      [1, 2, 200, 0.999, false],
      [2, 0, 200, 0.9576, false],
    ],
  ],
]

test.each(starved)('four orders settle %s', (_, lines) => {
  const orders = lines.map(([sell, buy, size, limit, partiallyFillable]) => ({
    ...{ sell, size, limit, partiallyFillable },
    further: (buy - sell + 3) % 3,
  }))
  expect(settle(fixtureAuction(ordersOf(orders, false), []))?.score).toBeGreaterThan(0n)
})

test('a ring of three partially fillable orders settles near its bound', {
  tags: ['long'],
}, () => {
  const size = fc.integer({ min: 200, max: 1_000 })
  fc.assert(
    fc.property(fc.tuple(size, size, size), (sizes) => {
      const orders = sizes.map((sold, i) =>
        fixtureOrder(i + 1, {
          sellToken: tokens[i] as (typeof tokens)[number],
          buyToken: tokens[(i + 1) % 3] as (typeof tokens)[number],
          sellAmount: milli(sold),
          buyAmount: milli(Math.floor(sold * 0.95)),
          partiallyFillable: true,
        }),
      )
      const auction = fixtureAuction(orders, [])
      const share = Number(settle(auction)?.score ?? 0n) / Number(boundAuction(auction))
      expect(share).toBeGreaterThan(0.95)
    }),
    { numRuns: cases(40, 200), seed: 8 },
  )
})
