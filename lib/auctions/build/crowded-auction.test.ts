import { expect, test } from 'vitest'
import type { Auction } from '@/lib/auctions/model/auction'
import { solveDeadlineMs } from '@/lib/auctions/model/solution'
import { findViolation } from '@/lib/auctions/selection/validate-solution'
import { routeSolver } from '@/lib/auctions/solvers/baseline-solver'
import { promisingOrders } from '@/lib/auctions/solvers/promising-orders'
import { fixtureOrder } from '@/lib/testing/auctions/build-auction-fixture'
import { randomAuction } from '@/lib/testing/auctions/random-auction'

/** Tiny orders of other owners over many pairs, at this fraction of the market price. */
function crowd(auction: Auction, part: { readonly asked: bigint; readonly available: bigint }) {
  const tokens = [...auction.prices.keys()]
  return Array.from({ length: 3_000 }, (_, i) => {
    const sellToken = tokens[i % tokens.length] ?? '0x'
    const next = tokens[(i + 1 + ((i * 7) % (tokens.length - 1))) % tokens.length] ?? '0x'
    const buyToken = next === sellToken ? (tokens[(i + 1) % tokens.length] ?? '0x') : next
    const atoms = (token: typeof sellToken, parts: bigint) =>
      (parts * 10n ** 34n) / (auction.prices.get(token) ?? 1n)
    const sellAmount = atoms(sellToken, 100n)
    const buyAmount = atoms(buyToken, part.asked)
    const order = { sellToken, buyToken, sellAmount, buyAmount, partiallyFillable: true }
    return { ...fixtureOrder(1_000 + i, order), available: part.available }
  })
}

const gasPrice = 10n ** 9n
const market = randomAuction({ seed: 1, orders: 1, partial: 0, further: { gasPrice } })
const tokens = [...market.prices.keys()]
const sellToken = tokens[3] ?? '0x'
const buyToken = tokens[8] ?? '0x'
const lone = fixtureOrder(7, {
  sellToken,
  buyToken,
  sellAmount: 10n ** 38n / (market.prices.get(sellToken) ?? 1n),
  buyAmount: (10n ** 38n * 9n) / 10n / (market.prices.get(buyToken) ?? 1n),
})

test.each([
  ['above the market', { asked: 110n, available: 1_000n }, 10_000n],
  ['near the market', { asked: 99n, available: 1_000n }, 10_000n],
  ['near the market where gas costs nothing', { asked: 99n, available: 1_000n }, 0n],
])('routes one order in time among 3,000 that are %s and cannot be filled', async (...row) => {
  const [, part, costCoverBps] = row
  const auction = { ...market, costCoverBps, orders: [...crowd(market, part), lone] }
  const started = performance.now()
  const solutions = await routeSolver.solve(auction)
  expect(performance.now() - started).toBeLessThan(solveDeadlineMs(auction) - 200)
  const own = solutions.find(({ trades }) => trades.length === 1 && trades[0]?.uid === lone.uid)
  expect(own && findViolation(auction, own)).toBeUndefined()
  expect(own).toBeDefined()
})

test('omits orders that pools cannot fill, and no pair crowds out the others', () => {
  const above = {
    ...market,
    costCoverBps: 10_000n,
    orders: crowd(market, { asked: 130n, available: 10n ** 40n }),
  }
  expect(promisingOrders(above)).toEqual([])
  const same = Array.from({ length: 400 }, (_, i) => ({
    ...lone,
    uid: `0x${i.toString(16).padStart(112, '0')}` as const,
  }))
  const other = fixtureOrder(9_000, {
    ...lone.order,
    sellToken: buyToken,
    buyToken: sellToken,
    sellAmount: lone.order.buyAmount,
    buyAmount: 1n,
  })
  const ranked = promisingOrders({
    ...market,
    orders: [...same, { ...other, remaining: other.order.sellAmount }],
  })
  expect(ranked).toHaveLength(401)
  expect(ranked.slice(0, 2).map(({ uid }) => uid)).toContain(other.uid)
})

test('isolated orders come after all others, whatever their surplus', () => {
  const suspects = Array.from({ length: 20 }, (_, i) => ({
    ...fixtureOrder(500 + i, { ...lone.order, buyAmount: 1n }),
    isIsolated: true,
  }))
  const ranked = promisingOrders({ ...market, orders: [...suspects, lone] })
  expect(ranked).toHaveLength(21)
  expect(ranked[0]?.uid).toBe(lone.uid)
})
