import { expect, test } from 'vitest'
import { getNetwork } from '@/lib/core/networks'
import { shownOrder } from '@/lib/testing/orders/shown-order'
import { listedAmounts, pricedAmounts, quoteSide } from './order-row'

const half = { executedSell: 500n, executedBuy: 1_600n }
const offer = { sellAmount: 1_000n, buyAmount: 3_100n }

test('an open order is named by its quote if it took one, else by its limit', () => {
  expect(listedAmounts(shownOrder())).toEqual({ sold: 1_000n, bought: 3_000n })
  expect(listedAmounts(shownOrder({ offer }))).toEqual({ sold: 1_000n, bought: 3_100n })
  expect(listedAmounts(shownOrder({ offer, ...half }))).toEqual({ sold: 1_000n, bought: 3_100n })
  const bought = shownOrder({ kind: 'buy', offer: { sellAmount: 900n, buyAmount: 3_000n } })
  expect(listedAmounts(bought)).toEqual({ sold: 900n, bought: 3_000n })
})

test('an ended order is named and priced by what it traded, if anything', () => {
  const traded = { sold: 500n, bought: 1_600n }
  const whole = { sold: 1_000n, bought: 3_000n }
  expect(listedAmounts(shownOrder({ status: 'expired', ...half }))).toEqual(traded)
  expect(pricedAmounts(shownOrder({ status: 'expired', ...half }))).toEqual(traded)
  expect(listedAmounts(shownOrder({ status: 'cancelled' }))).toEqual(whole)
  expect(pricedAmounts(shownOrder(half))).toEqual(whole)
})

test('a price is counted in the token that follows the dollar', () => {
  const { wrappedNative: weth, usdToken: usdc } = getNetwork(1)
  const dai = '0x6b175474e89094c44da98b954eedeac495271d0f'
  expect(quoteSide({ sellToken: usdc, buyToken: weth })).toBe('sold')
  expect(quoteSide({ sellToken: weth, buyToken: usdc })).toBe('bought')
  expect(quoteSide({ sellToken: usdc, buyToken: dai })).toBe('bought')
})
