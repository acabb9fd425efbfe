import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundSettlement } from '@/lib/auctions/bounds/auction-bound'
import type { Auction, AuctionOrder } from '@/lib/auctions/model/auction'
import { costToCover } from '@/lib/auctions/model/ledger'
import { applyFees, withRoomForFees } from '@/lib/auctions/model/order-fees'
import { estimateUsage, type Solution } from '@/lib/auctions/model/solution'
import { unpackInput } from '@/lib/auctions/replay/auction-input'
import { type Participant, runAuction } from '@/lib/auctions/selection/run-auction'
import { findViolation } from '@/lib/auctions/selection/validate-solution'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { type Pool, tokensOf } from '@/lib/liquidity/pool'
import { amountOut, poolGas } from '@/lib/liquidity/swap-pool'
import {
  dai,
  fixtureAuction,
  fixtureOrder,
  fixturePool,
  gno,
  usdc,
  weth,
} from '@/lib/testing/auctions/build-auction-fixture'
import { verifySettlement } from '@/lib/testing/auctions/verify-settlement'
import { cases } from '@/lib/testing/cases'
import { createTestContext } from '@/lib/testing/test-context'
import { routeSolver } from './baseline-solver'
import { batchSolverBy } from './batch-solver'

const patientSolver = batchSolverBy(() => 0)
const alone = { competitors: [patientSolver] }
const ctx = createTestContext()

/** The solution that settles most orders, checked independently. */
async function solve(auction: Auction): Promise<Solution | undefined> {
  const proposals = await patientSolver.solve(auction)
  for (const solution of proposals) {
    expect(findViolation(auction, solution)).toBeUndefined()
    verifySettlement(auction, solution)
  }
  return [...proposals].sort((a, b) => b.trades.length - a.trades.length)[0]
}

describe('stored auctions whose pools are free of arbitrage', () => {
  const read = (id: number) => unpackInput(readFileSync(`lib/testing/auctions/${id}.json.gz`))

  test.each([96, 114, 119, 120, 123, 124])('all orders of %i settle together', async (id) => {
    const { auction } = await read(id)
    const [best] = await runAuction(ctx, auction, alone)
    if (!best) throw new Error('nothing is settled')
    expect(best.isFair).toBe(true)
    expect(best.solution.trades).toHaveLength(29)
    expect(verifySettlement(auction, best.solution)).toBe(best.score)
    const bound = boundSettlement(auction)
    expect(Number(best.score) / Number(bound)).toBeGreaterThan(0.95)
  })

  test.each([0n, 1_000_000_007n])(
    'two crossing orders settle at a gas price of %i',
    async (gasPrice) => {
      const { auction } = await read(120)
      const crossing = { ...auction, gasPrice, orders: auction.orders.slice(0, 2) }
      expect((await solve(crossing))?.trades).toHaveLength(2)
    },
  )
})

const gasPrice = 1_000_000_000n
const priced = { gasPrice, costCoverBps: 10_000n }
const unit = 10n ** 18n

/** Tokens of different decimals: an atom of USDC is worth 10^12 of the others'. */
const prices = new Map([
  [weth, unit],
  [usdc, 10n ** 12n * unit],
  [dai, unit],
  [gno, unit],
])

/** Converts native atoms to atoms of a token. */
const atomsOf = (token: Address, value: bigint) => (value * unit) / (prices.get(token) ?? unit)

/** An order's sell and buy amounts in native atoms, and its volume fee in bps. */
type Terms = {
  readonly sellToken: Address
  readonly buyToken: Address
  readonly sells: bigint
  /** Millionths by which it asks for less than it sells. */
  readonly room: number
  readonly isBuy: boolean
  readonly feeBps: number
}

const recipient: Address = `0x${'77'.repeat(20)}`

function drawnOrder({ sellToken, buyToken, sells, room, isBuy, feeBps }: Terms, index: number) {
  const asks = (sells * BigInt(1_000_000 - room)) / 1_000_000n
  const entry = fixtureOrder(index + 1, {
    ...{ sellToken, buyToken, kind: isBuy ? 'buy' : 'sell' },
    sellAmount: atomsOf(sellToken, sells) + 1n,
    buyAmount: atomsOf(buyToken, asks) + 1n,
  })
  return withRoomForFees(entry, feeBps > 0 ? [{ fee: { recipient, volumeBps: feeBps } }] : [])
}

const drawnTerms = {
  room: fc.integer({ min: -2_000, max: 20_000 }),
  isBuy: fc.boolean(),
  feeBps: fc.constantFrom(0, 0, 7),
}

/** A pool in which the second token costs this many millionths more than in the auction. */
function drawnPool(first: Address, second: Address, terms: { depth: bigint; dearer: number }) {
  const { depth, dearer } = terms
  const other = (depth * 1_000_000n) / BigInt(1_000_000 + dearer)
  return fixturePool([first, atomsOf(first, depth)], [second, atomsOf(second, other)])
}

type Nets = ReadonlyMap<Address, bigint>

const worthOf = (nets: Nets) =>
  [...nets].reduce((sum, [token, net]) => sum + (net * (prices.get(token) ?? 0n)) / unit, 0n)

/** The minimum input for an output; undefined if impossible. */
function minIn(pay: (amount: bigint) => bigint, wanted: bigint, max: bigint) {
  if (pay(max) < wanted) return undefined
  let [low, high] = [0n, max]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (pay(middle) >= wanted) high = middle
    else low = middle
  }
  return high
}

/** Pool trades that leave a nonnegative amount of both tokens: the smallest one, and the one that leaves most. */
function tradesOf(pool: Pool, nets: Nets): Nets[] {
  const [one, other] = tokensOf(pool) as [Address, Address]
  return [[one, other] as const, [other, one] as const].flatMap(([from, to]) => {
    const max = nets.get(from) ?? 0n
    const pay = (sold: bigint) => amountOut(pool, { token: from, amount: sold }, to) ?? 0n
    const lack = -(nets.get(to) ?? 0n)
    const min = lack > 0n ? minIn(pay, lack, max) : 1n
    if (max <= 0n || min === undefined || min > max) return []
    const after = (sold: bigint): Nets =>
      new Map([...nets, [from, max - sold], [to, pay(sold) - lack]])
    let [low, high] = [min, max]
    while (high - low > 2n) {
      const third = (high - low) / 3n
      if (worthOf(after(low + third)) < worthOf(after(high - third))) low += third
      else high -= third
    }
    return [after(min), after(low)]
  })
}

/**
 * Native atoms left when these orders all get their limits and pay for their gas, with each pool used once at most;
 * undefined if no cover is found. An exhaustive search over exact amounts that uses only the auction's prices.
 */
function remainder(auction: Auction, entries: readonly AuctionOrder[]): bigint | undefined {
  const nets = new Map<Address, bigint>()
  for (const { order } of entries) {
    nets.set(order.sellToken, (nets.get(order.sellToken) ?? 0n) + order.sellAmount)
    nets.set(order.buyToken, (nets.get(order.buyToken) ?? 0n) - order.buyAmount)
  }
  const search = (held: Nets, pools: readonly Pool[], used: number): bigint[] => {
    const routes = Array.from({ length: used }, () => ({ gas: poolGas['uniswap-v2'], hops: [] }))
    const cost = costToCover(auction, estimateUsage(entries, routes))
    const isCovered = [...held.values()].every((net) => net >= 0n)
    const further = pools.flatMap((pool, i) =>
      tradesOf(pool, held).flatMap((next) => search(next, pools.slice(i + 1), used + 1)),
    )
    return isCovered ? [worthOf(held) - cost, ...further] : further
  }
  return search(nets, auction.pools, 0).reduce<bigint | undefined>(
    (max, left) => (left >= 0n && left > (max ?? -1n) ? left : max),
    undefined,
  )
}

/** The winner: the best fair settlement, checked independently. */
async function settle(auction: Auction): Promise<Participant | undefined> {
  const [best] = await runAuction(ctx, auction, { competitors: [routeSolver, patientSolver] })
  if (!best) return undefined
  expect(best.isFair).toBe(true)
  expect(verifySettlement(auction, best.solution)).toBe(best.score)
  const orders = new Map(auction.orders.map((entry) => [entry.uid, entry]))
  for (const trade of best.solution.trades) {
    const { order, charge } = orders.get(trade.uid) as AuctionOrder
    const { sellAmount, buyAmount } = charge?.signed ?? order
    const paid = applyFees(orders.get(trade.uid) as AuctionOrder, trade)
    expect(paid.buyAmount * sellAmount).toBeGreaterThanOrEqual(paid.sellAmount * buyAmount)
  }
  return best
}

/** Native atoms: a few atoms of USDC, which rounding may take. */
const minRemainder = 8n * 10n ** 12n
const volume = fc.bigInt(10n ** 17n, 10n ** 21n)

describe('two fill-or-kill orders', () => {
  const pair = fc.record({
    ...{ sells: volume, first: fc.record(drawnTerms), second: fc.record(drawnTerms) },
    /** Second order's volume in millionths of the first one's, or one atom less. */
    share: fc.oneof(fc.integer({ min: 20_000, max: 1_000_000 }), fc.constant('an atom less')),
    isFree: fc.boolean(),
  })
  const bookOf = ({
    sells,
    first,
    second,
    share,
  }: typeof pair extends fc.Arbitrary<infer Drawn> ? Drawn : never) => {
    const other =
      share === 'an atom less' ? sells - 10n ** 12n : (sells * BigInt(share)) / 1_000_000n
    return [
      drawnOrder({ ...first, sells, sellToken: usdc, buyToken: dai }, 0),
      drawnOrder({ ...second, sells: other, sellToken: dai, buyToken: usdc }, 1),
    ]
  }
  const depth = fc.bigInt(10n ** 19n, 10n ** 25n)
  const pools = fc.array(fc.record({ depth, dearer: fc.integer({ min: -5_000, max: 5_000 }) }), {
    maxLength: 2,
  })

  test('settle together whenever their exact amounts allow, with the remainder through pools', {
    tags: ['long'],
  }, async () => {
    const numRuns = cases(40, 600)
    let [settled, alone] = [0, 0]
    await fc.assert(
      fc.asyncProperty(pair, pools, async (drawn, drawnPools) => {
        const orders = bookOf(drawn)
        const book = drawnPools.map((terms, i) => ({
          ...drawnPool(usdc, dai, terms),
          address: `0x${'f'.repeat(39)}${i}` as Address,
        }))
        const auction = fixtureAuction(orders, book, { prices, ...(drawn.isFree ? {} : priced) })
        const together = remainder(auction, orders)
        if (together === undefined || together < minRemainder) return
        // No order may get less than alone, so their joint surplus must exceed the sum of both alone.
        const apart = orders.map((entry) => remainder(auction, [entry]) ?? 0n)
        const sum = apart.reduce((total, left) => total + left, 0n)
        if (together * 20n < sum * 21n) return
        settled += 1
        alone += Number(sum > 0n)
        expect((await settle(auction))?.solution.trades).toHaveLength(2)
      }),
      { numRuns, seed: 1 },
    )
    expect(settled / numRuns).toBeGreaterThan(0.16)
    expect(alone / numRuns).toBeGreaterThan(0.03)
  })
})

test('two fill-or-kill orders settle without pools whenever their exact amounts satisfy both limits', {
  tags: ['long'],
}, async () => {
  const terms = fc.record({ ...drawnTerms, room: fc.integer({ min: 0, max: 3 }) })
  const drawn = fc.record({
    ...{ sells: volume, first: terms, second: terms, atoms: fc.integer({ min: -2, max: 2 }) },
  })
  let settled = 0
  await fc.assert(
    fc.asyncProperty(drawn, async ({ sells, first, second, atoms }) => {
      const other = sells + BigInt(atoms) * 10n ** 12n
      const orders = [
        drawnOrder({ ...first, sells, sellToken: usdc, buyToken: dai }, 0),
        drawnOrder({ ...second, sells: other, sellToken: dai, buyToken: usdc }, 1),
      ]
      const auction = fixtureAuction(orders, [], { prices })
      if (remainder(auction, orders) === undefined) return
      settled += 1
      expect((await settle(auction))?.solution.trades).toHaveLength(2)
    }),
    { numRuns: cases(60, 300), seed: 1 },
  )
  expect(settled).toBeGreaterThan(cases(10, 50))
})

describe('rings of three fill-or-kill orders', () => {
  const ring = [
    { sellToken: usdc, buyToken: dai },
    { sellToken: dai, buyToken: gno },
    { sellToken: gno, buyToken: usdc },
  ] as const
  const drawn = fc.record({
    sells: volume,
    terms: fc.tuple(fc.record(drawnTerms), fc.record(drawnTerms), fc.record(drawnTerms)),
    /** Millionths by which the second and third ones are smaller than the first. */
    less: fc.tuple(
      fc.integer({ min: -3_000, max: 10_000 }),
      fc.integer({ min: -3_000, max: 10_000 }),
    ),
    isFree: fc.boolean(),
  })
  const depth = 10n ** 25n

  test.each([
    ['without pools', []],
    ['with pools that are idle between them', ring],
  ])(
    'settle together whenever their exact amounts allow, %s',
    { tags: ['long'] },
    async (_, pairs) => {
      const numRuns = cases(25, 300)
      let settled = 0
      await fc.assert(
        fc.asyncProperty(drawn, async ({ sells, terms, less, isFree }) => {
          const orders = ring.map((pair, i) => {
            const own = (sells * BigInt(1_000_000 - [0, ...less][i]!)) / 1_000_000n
            return drawnOrder({ ...pair, ...terms[i]!, sells: own }, i)
          })
          const pools = pairs.map(({ sellToken, buyToken }) =>
            drawnPool(sellToken, buyToken, { depth, dearer: 0 }),
          )
          const auction = fixtureAuction(orders, pools, { prices, ...(isFree ? {} : priced) })
          const together = remainder(auction, orders)
          if (together === undefined || together < minRemainder) return
          const [, ...parts] = subsetsOf(orders).filter((some) => some.length < 3)
          const apart = parts.flatMap((some) => remainder(auction, some) ?? [])
          if (apart.some((left) => together * 20n < left * 21n)) return
          settled += 1
          expect((await settle(auction))?.solution.trades).toHaveLength(3)
        }),
        { numRuns, seed: 1 },
      )
      expect(settled / numRuns).toBeGreaterThan(0.1)
    },
  )
})

/** All subsets of these. */
function subsetsOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((_, i) => (bits >> i) & 1))
}

test('190 orders on the pools of a stored auction fill within three rounds', async () => {
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
