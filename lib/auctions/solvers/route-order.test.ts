import { expect, test } from 'vitest'
import {
  dai,
  fixtureAuction,
  fixtureOrder,
  fixturePool,
  gno,
  milli,
  usdc,
} from '@/lib/testing/auctions/build-auction-fixture'
import { fillAlone } from './route-order'

const pool = fixturePool([usdc, milli(1_000_000)], [dai, milli(1_000_000)])
const tradeOf = (entry: ReturnType<typeof fixtureOrder>, part = 1n) => {
  const { sellAmount, buyAmount, kind } = entry.order
  const [sold, bought] = [sellAmount / part, buyAmount / part]
  const executedAmount = kind === 'sell' ? sold : bought
  return { uid: entry.uid, executedAmount, sellAmount: sold, buyAmount: bought }
}
/** The pool formula's output for a sell amount, net of its 0.3 % fee. */
const poolGives = (sold: bigint) =>
  (sold * 997n * milli(1_000_000)) / (milli(1_000_000) * 1_000n + sold * 997n)

test('a fill gets the pools’ output, even below its limit', () => {
  // At par: better than the pool's price.
  const order = fixtureOrder(1, { sellToken: usdc, buyToken: dai, buyAmount: milli(1_000) })
  const auction = fixtureAuction([order], [pool])
  expect(fillAlone(auction, tradeOf(order))).toBe(poolGives(milli(1_000)))
})

test('a partial fill is compared with a route for the same part', () => {
  const order = fixtureOrder(1, {
    ...{ sellToken: usdc, buyToken: dai, buyAmount: milli(1_000) },
    partiallyFillable: true,
  })
  const auction = fixtureAuction([order], [pool])
  expect(fillAlone(auction, tradeOf(order, 4n))).toBe(poolGives(milli(250)))
})

test('a buy order costs the pools’ input', () => {
  const order = fixtureOrder(1, {
    ...{ sellToken: usdc, buyToken: dai, kind: 'buy' },
    ...{ sellAmount: milli(1_000), buyAmount: milli(1_000) },
  })
  const cost = fillAlone(fixtureAuction([order], [pool]), tradeOf(order)) ?? 0n
  expect(poolGives(cost)).toBeGreaterThanOrEqual(milli(1_000))
  expect(poolGives(cost - 2n)).toBeLessThan(milli(1_000))
})

test('pays the gas of a settlement of the order alone', () => {
  const order = fixtureOrder(1, { sellToken: usdc, buyToken: dai })
  const gas = { gasPrice: 10n ** 9n, costCoverBps: 10_000n }
  const free = fillAlone(fixtureAuction([order], [pool]), tradeOf(order)) ?? 0n
  const paid = fillAlone(fixtureAuction([order], [pool], gas), tradeOf(order)) ?? 0n
  // The token is at par with the native one: 100,000 gas at least, 300,000 at most.
  expect(free - paid).toBeGreaterThan(100_000n * 10n ** 9n)
  expect(free - paid).toBeLessThan(300_000n * 10n ** 9n)
})

test('an order without a route has no comparison', () => {
  const order = fixtureOrder(1, { sellToken: usdc, buyToken: gno })
  expect(fillAlone(fixtureAuction([order], [pool]), tradeOf(order))).toBeUndefined()
  expect(fillAlone(fixtureAuction([], [pool]), tradeOf(order))).toBeUndefined()
})
