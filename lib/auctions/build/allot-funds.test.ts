import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AuctionOrder } from '@/lib/auctions/model/auction'
import type { Address } from '@/lib/core/address'
import { maxUint256, minAmount } from '@/lib/core/amount'
import type { SignedOrder } from '@/lib/core/order'
import type { Funds } from '@/lib/orders/placement/funds-calls'
import { dai, fixtureOrder, milli, usdc, weth } from '@/lib/testing/auctions/build-auction-fixture'
import { allotFunds, type Market } from './allot-funds'

const owner: Address = `0x${'aa'.repeat(20)}`
const pair = { sellToken: usdc, buyToken: dai, owner }
const price = 10n ** 18n
const market: Market = {
  prices: new Map([usdc, dai, weth].map((token) => [token, price])),
  wrappedNative: weth,
  offers: new Map(),
}
/** Orders that differ only in their owner's funds. */
const fundsOf = (orders: readonly AuctionOrder[], funds: Funds) =>
  new Map(orders.map(({ uid }) => [uid, funds]))

/** An order that sells a thousand units for `asked` thousandths of their value. */
const order = (index: number, asked: number, further: Partial<SignedOrder> = {}) =>
  fixtureOrder(index, { ...pair, buyAmount: milli(asked), ...further })

/** Returns the orders that receive funds which suffice for only one of them. */
function winnerOf(orders: readonly AuctionOrder[], further: Partial<Market> = {}) {
  const funds = fundsOf(orders, { balance: milli(1000), allowance: maxUint256 })
  const { orders: funded } = allotFunds(orders, funds, { ...market, ...further })
  expect(funded).toHaveLength(1)
  return funded[0]?.uid
}

describe('funds sufficient for one order go to', () => {
  test('the order at the market before an older one out of the market', () => {
    const [waiting, swap] = [order(1, 2000), order(2, 995)]
    expect(winnerOf([waiting, swap])).toBe(swap.uid)
  })

  test('the order within the slippage of its recent quote', () => {
    const [better, swap] = [order(1, 900), order(2, 995)]
    const offers = new Map([[swap.uid, { sellAmount: milli(1000), buyAmount: milli(1000) }]])
    expect(winnerOf([better, swap], { offers })).toBe(swap.uid)
    expect(winnerOf([better, swap])).toBe(better.uid)
  })

  test('no order with a limit beyond its quote', () => {
    const [older, limit] = [order(1, 990), order(2, 990)]
    const offers = new Map([[limit.uid, { sellAmount: milli(1000), buyAmount: milli(989) }]])
    expect(winnerOf([older, limit], { offers })).toBe(older.uid)
  })

  test('no quoted order more than 5 % out of the market', () => {
    const [out, market] = [order(1, 1054), order(2, 1052)]
    const offers = new Map([[out.uid, { sellAmount: milli(1000), buyAmount: milli(2000) }]])
    expect(winnerOf([out, market], { offers })).toBe(market.uid)
  })

  test('the order with the better price in whole percent, else the older one', () => {
    expect(winnerOf([order(1, 990), order(2, 975)])).toBe(order(2, 0).uid)
    // 101.01 % and 101.8 %
    expect(winnerOf([order(1, 990), order(2, 982)])).toBe(order(1, 0).uid)
  })
})

test('an underfunded order waits and reports the available and needed amounts', () => {
  const orders = [order(1, 990), order(2, 990)]
  const funds = fundsOf(orders, { balance: milli(1500), allowance: maxUint256 })
  expect(allotFunds(orders, funds, market).unfunded).toMatchObject([
    { uid: orders[1]?.uid, shortOf: 'balance', needed: milli(1000), available: milli(500) },
  ])
})

test('orders share a balance across sources, but each source has its own allowance', () => {
  const orders = [order(1, 990), order(2, 990, { sellTokenBalance: 'external' })]
  const enough = fundsOf(orders, { balance: milli(2000), allowance: milli(1000) })
  expect(allotFunds(orders, enough, market).orders).toHaveLength(2)
  const one = fundsOf(orders, { balance: milli(1999), allowance: maxUint256 })
  expect(allotFunds(orders, one, market).orders).toHaveLength(1)
})

test('internal balances are separate from wallet balances', () => {
  const orders = [order(1, 990), order(2, 990, { sellTokenBalance: 'internal' })]
  const funds = fundsOf(orders, { balance: milli(1000), allowance: maxUint256 })
  expect(allotFunds(orders, funds, market).orders).toHaveLength(2)
})

test('a partially fillable order takes the remainder', () => {
  const orders = [order(1, 980), order(2, 990, { partiallyFillable: true })]
  const funds = fundsOf(orders, { balance: milli(1001), allowance: maxUint256 })
  const { orders: funded } = allotFunds(orders, funds, market)
  expect(funded.map(({ available }) => available)).toEqual([milli(1000), milli(1)])
})

const anyOrder = fc.record({
  sold: fc.integer({ min: 1, max: 2000 }),
  asked: fc.integer({ min: 1, max: 3000 }),
  fee: fc.integer({ min: 0, max: 5 }),
  partiallyFillable: fc.boolean(),
  sellTokenBalance: fc.constantFrom('erc20' as const, 'external' as const),
})
const anyBook = fc.record({
  terms: fc.array(anyOrder, { minLength: 1, maxLength: 8 }),
  balance: fc.integer({ min: 0, max: 5000 }),
  allowance: fc.integer({ min: 0, max: 5000 }),
})

type Terms = ReturnType<typeof anyOrder.generate>['value']

function toOrder({ sold, asked, fee, ...rest }: Terms, index: number): AuctionOrder {
  const amounts = { sellAmount: milli(sold), buyAmount: milli(asked), feeAmount: milli(fee) }
  return fixtureOrder(index + 1, { ...pair, ...amounts, ...rest })
}

/** Orders that these funds could each pay for alone, as `selectOrders` returns them. */
function payable(orders: readonly AuctionOrder[], { balance, allowance }: Funds): AuctionOrder[] {
  const max = minAmount(balance, allowance)
  return orders.flatMap((entry) => {
    const available = minAmount(entry.available, max)
    const isEnough = entry.order.partiallyFillable ? available > 0n : available === entry.available
    return isEnough ? { ...entry, available } : []
  })
}

test('orders never draw more than the balance and allowances', () => {
  fc.assert(
    fc.property(anyBook, ({ terms, ...held }) => {
      const funds = { balance: milli(held.balance), allowance: milli(held.allowance) }
      const orders = payable(terms.map(toOrder), funds)
      const { orders: funded } = allotFunds(orders, fundsOf(orders, funds), market)
      const drawn = (source?: string) =>
        funded
          .filter(({ order: { sellTokenBalance } }) => !source || sellTokenBalance === source)
          .reduce((sum, { available }) => sum + available, 0n)
      expect(drawn() <= funds.balance).toBe(true)
      expect(drawn('erc20') <= funds.allowance).toBe(true)
      expect(drawn('external') <= funds.allowance).toBe(true)
    }),
  )
})

test('an order more than 5 % out of the market takes no funds from others', () => {
  fc.assert(
    fc.property(anyBook, fc.integer({ min: 1, max: 2000 }), fc.nat(8), (book, sold, place) => {
      const funds = { balance: milli(book.balance), allowance: milli(book.allowance) }
      const others = payable(book.terms.map(toOrder), funds)
      const [out] = payable(
        [order(100, 0, { sellAmount: milli(sold), buyAmount: milli(sold * 2) })],
        funds,
      )
      fc.pre(out !== undefined)
      const all = [...others.slice(0, place), ...(out ? [out] : []), ...others.slice(place)]
      const isMarket = ({ order: { sellAmount, buyAmount } }: AuctionOrder) =>
        sellAmount * 100n >= buyAmount * 95n
      const shares = (orders: readonly AuctionOrder[]) =>
        allotFunds(orders, fundsOf(orders, funds), market).orders.filter(isMarket)
      expect(shares(all)).toEqual(shares(others))
    }),
  )
})
