import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ceilDiv } from '@/lib/core/amount'
import type { SignedOrder } from '@/lib/core/order'
import { findRoute } from '@/lib/routing/find-route'
import type { RouteRequest } from '@/lib/routing/route'
import { randomMarket } from '@/lib/testing/auctions/random-market'
import { completeOrder } from '@/lib/testing/orders/sign-test-order'
import type { Sources } from './estimator'
import { matchInventory } from './match-inventory'

const market = randomMarket({ seed: 4, tokens: 6, pools: 18 })
const [sellToken, buyToken] = [market.tokens[0]!, market.tokens[1]!]
const whole = BigInt(Math.round(20_000 / market.prices[0]!))
const request: RouteRequest = { sellToken, buyToken, sellAmount: whole }
const alone = findRoute(market.pools, request)!

const purchase: RouteRequest & { buyAmount: bigint } = {
  sellToken,
  buyToken,
  buyAmount: alone.buyAmount,
}

/** An order that sells a part (in thousandths) of the pools' output, at a fraction of their price. */
function opposite(part: bigint, price: bigint, partiallyFillable = false): SignedOrder {
  const sellAmount = (alone.buyAmount * part) / 1000n
  const buyAmount = (whole * part * price) / 1_000_000n
  const terms = { sellToken: buyToken, buyToken: sellToken, sellAmount, buyAmount }
  const order = completeOrder({ ...terms, validTo: 4_000_000_000, partiallyFillable })
  return { ...order, owner: sellToken, signingScheme: 'presign', signature: '0x' }
}

function sourcesOf(orders: readonly SignedOrder[]): Sources {
  return {
    pools: market.pools,
    inventory: orders.map((order) => ({ order, remaining: order.sellAmount })),
    split: (wanted) => findRoute(market.pools, wanted),
  }
}

test('pays an opposite order at the pools’ price for the rest, which beats that for the whole', () => {
  const estimate = matchInventory(sourcesOf([opposite(400n, 900n)]), request)!
  expect(estimate.buyAmount).toBeGreaterThan(alone.buyAmount)
  expect(estimate.fills).toHaveLength(1)
  expect(estimate.gapBps).toBeLessThan(alone.gapBps + 1)
})

test.each([
  ['sales', request],
  ['purchases', purchase],
] satisfies [string, RouteRequest][])(
  '%s conserve tokens, and fills pay one price within their limits, whole or in parts',
  (_, wanted) => {
    const drawn = fc.record({
      part: fc.bigInt(1n, 1_500n),
      price: fc.bigInt(500n, 1_100n),
      isPartial: fc.boolean(),
    })
    let matched = 0
    fc.assert(
      fc.property(fc.array(drawn, { minLength: 1, maxLength: 4 }), (terms) => {
        const orders = terms.map(({ part, price, isPartial }) => opposite(part, price, isPartial))
        const estimate = matchInventory(sourcesOf(orders), wanted)
        if (!estimate) return
        matched += 1
        const { hops, fills, sellAmount, buyAmount } = estimate
        const sum = (amounts: readonly bigint[]) => amounts.reduce((a, b) => a + b, 0n)
        const toPools = sum(hops.map((hop) => (hop.tokenIn === sellToken ? hop.amountIn : 0n)))
        const ofPools = sum(hops.map((hop) => (hop.tokenOut === buyToken ? hop.amountOut : 0n)))
        expect(sellAmount).toBe(wanted.sellAmount ?? sellAmount)
        expect(buyAmount).toBe(wanted.buyAmount ?? buyAmount)
        expect(toPools + sum(fills.map((fill) => fill.buyAmount))).toBeLessThanOrEqual(sellAmount)
        const given = ofPools + sum(fills.map((fill) => fill.sellAmount))
        // A purchase is executed with exact input, which may yield a few more atoms.
        expect(given).toBeGreaterThanOrEqual(buyAmount)
        if (wanted.sellAmount !== undefined) expect(given).toBe(buyAmount)
        for (const { order, ...fill } of fills) {
          expect(fill.buyAmount).toBe(ceilDiv(fill.sellAmount * sellAmount, buyAmount))
          expect(fill.buyAmount * order.sellAmount).toBeGreaterThanOrEqual(
            fill.sellAmount * order.buyAmount,
          )
          if (!order.partiallyFillable) expect(fill.sellAmount).toBe(order.sellAmount)
          expect(fill.sellAmount).toBeLessThanOrEqual(order.sellAmount)
        }
      }),
      { numRuns: 100, seed: 6 },
    )
    expect(matched).toBeGreaterThan(20)
  },
)

test('a buy order pays less if opposite orders fill a part', () => {
  const estimate = matchInventory(sourcesOf([opposite(400n, 900n)]), purchase)!
  const bought = findRoute(market.pools, purchase)!
  expect(estimate.buyAmount).toBe(purchase.buyAmount)
  expect(estimate.sellAmount).toBeLessThan(bought.sellAmount)
  expect(estimate.fills).toHaveLength(1)
  expect(estimate.gapBps).toBeLessThan(bought.gapBps + 1)
})

test('ignores orders with limits above the market', () => {
  for (const wanted of [request, purchase]) {
    expect(matchInventory(sourcesOf([opposite(100n, 1_200n)]), wanted)).toBeUndefined()
    expect(matchInventory(sourcesOf([]), wanted)).toBeUndefined()
  }
})
