import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownOrder } from '@/lib/testing/orders/shown-order'
import { gainOf, marketGap, orderPrices } from './order-prices'

const order = shownOrder()
const half = { executedSell: 500n, executedBuy: 1_600n }

test('prices of a sell order are buy amounts for the traded part', () => {
  const offer = { sellAmount: 1_000n, buyAmount: 3_100n }
  expect(orderPrices({ ...order, ...half }, offer)).toEqual({
    limit: 1_500n,
    quoted: 1_550n,
    executed: 1_600n,
    vsQuote: 50n,
    vsLimit: 100n,
  })
})

test('prices of a buy order are sell amounts, the signed fee included', () => {
  const buy = { ...order, kind: 'buy', feeAmount: 10n } as const
  const traded = { ...buy, executedSell: 980n, executedBuy: 3_000n }
  expect(orderPrices(buy)).toEqual({
    limit: 1_010n,
    quoted: undefined,
    executed: undefined,
    vsQuote: undefined,
    vsLimit: undefined,
  })
  expect(orderPrices(traded).vsLimit).toBe(30n)
  expect(orderPrices(traded, { sellAmount: 970n, buyAmount: 3_000n }).vsQuote).toBe(-10n)
})

test('an order filled within its limit never has a negative surplus', () => {
  const amount = fc.bigInt({ min: 1n, max: 1n << 100n })
  fc.assert(
    fc.property(amount, amount, amount, fc.constantFrom('sell', 'buy'), (sell, buy, part, kind) => {
      const terms = { ...order, kind, sellAmount: sell, buyAmount: buy }
      const fill =
        kind === 'sell'
          ? { executedSell: part, executedBuy: (part * buy) / sell + 1n }
          : { executedSell: (part * sell) / buy, executedBuy: part }
      expect(orderPrices({ ...terms, ...fill }).vsLimit).toBeGreaterThanOrEqual(0n)
    }),
    { seed: 4, numRuns: 300 },
  )
})

test('the gain is measured against the quote, so that unused slippage does not count', () => {
  const quoted = { sellAmount: 1_000n, buyAmount: 3_100n }
  const gotOf = (executedBuy: bigint, offer?: typeof quoted) =>
    gainOf(orderPrices({ ...order, executedSell: 1_000n, executedBuy }, offer))
  expect(gotOf(3_050n, quoted)).toBe(-50n)
  expect(gotOf(3_100n, quoted)).toBe(0n)
  expect(gotOf(3_150n, quoted)).toBe(50n)
  // No quote is below a limit that waits for its price.
  expect(gotOf(3_050n, { ...quoted, buyAmount: 2_900n })).toBe(50n)
  expect(gotOf(3_050n)).toBe(50n)
})

test('the market gap is the excess of the buy value over the sell value', () => {
  const cents = { usd: 1, decimals: 2 }
  const limit = { sellAmount: order.sellAmount, buyAmount: order.buyAmount }
  const gap = (sold: number) =>
    marketGap(limit, { sold: { usd: sold, decimals: 2 }, bought: cents })
  expect(gap(3)).toBe(0)
  expect(gap(2)).toBe(0.5)
  expect(gap(4)).toBe(-0.25)
  expect(gap(0)).toBeUndefined()
  expect(marketGap(limit, { sold: undefined, bought: cents })).toBeUndefined()
})
