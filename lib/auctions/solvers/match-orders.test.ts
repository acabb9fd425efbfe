import { describe, expect, test } from 'vitest'
import type { AuctionOrder } from '@/lib/auctions/model/auction'
import { nativeToken } from '@/lib/core/address'
import {
  dai,
  fixtureAuction,
  fixtureOrder,
  fixturePool,
  milli,
  usdc,
  weth,
} from '@/lib/testing/auctions/build-auction-fixture'
import { randomAuction } from '@/lib/testing/auctions/random-auction'
import { verifySettlement } from '@/lib/testing/auctions/verify-settlement'
import { matchOrders } from './match-orders'

type Terms = Partial<AuctionOrder['order']>
const ask = (terms: Terms = {}) =>
  fixtureOrder(1, { sellToken: usdc, buyToken: dai, buyAmount: milli(900), ...terms })
const bid = (terms: Terms = {}) =>
  fixtureOrder(2, { sellToken: dai, buyToken: usdc, buyAmount: milli(900), ...terms })
const pool = fixturePool([usdc, milli(1_000_000)], [dai, milli(1_000_000)])

/** The amounts of each order in the best match. */
function bestOf(orders: readonly AuctionOrder[]) {
  const auction = fixtureAuction(orders, [pool])
  const [best] = matchOrders(auction)
  if (!best) return undefined
  verifySettlement(auction, { solver: 'batch', ...best })
  return best.trades.map(({ sellAmount, buyAmount }) => [sellAmount, buyAmount])
}

describe('two opposite orders', () => {
  const odd = milli(1003) + 7n
  test('exchange their full sell amounts, for any amounts', () => {
    const amounts = bestOf([ask(), bid({ sellAmount: odd })])
    expect(amounts).toContainEqual([milli(1000), odd])
    expect(amounts).toContainEqual([odd, milli(1000)])
  })

  test('fill a partially fillable order as far as the other allows, at the market price', () => {
    const large = ask({ sellAmount: milli(50_000), partiallyFillable: true, buyAmount: milli(100) })
    expect(bestOf([large, bid({ sellAmount: odd })])).toContainEqual([odd, odd])
  })

  test('trade at the limit closest to the market price', () => {
    const dear = ask({ buyAmount: milli(1010) })
    const large = bid({ sellAmount: milli(5000), buyAmount: milli(4500), partiallyFillable: true })
    expect(bestOf([dear, large])).toContainEqual([milli(1000), milli(1010)])
  })

  test('settle exactly the amount of a buy order', () => {
    const buying = bid({ kind: 'buy', sellAmount: milli(1100), buyAmount: milli(1000) })
    expect(bestOf([ask(), buying])).toContainEqual([milli(1000), milli(1000)])
    const both = [ask({ kind: 'buy' }), bid({ kind: 'buy', sellAmount: milli(1200) })]
    expect(bestOf(both)).toContainEqual([milli(900), milli(900)])
  })

  test('do not match if limits or sizes are incompatible', () => {
    expect(
      bestOf([ask({ buyAmount: milli(1100) }), bid({ buyAmount: milli(950) })]),
    ).toBeUndefined()
    const other = bid({ kind: 'buy', sellAmount: milli(1200), buyAmount: milli(999) })
    expect(bestOf([ask(), other])).toBeUndefined()
    const isolated = { ...bid(), isIsolated: true }
    expect(bestOf([ask(), isolated])).toBeUndefined()
  })

  test('include a price for the native token if one buys it', () => {
    const selling = fixtureOrder(1, { sellToken: weth, buyToken: usdc })
    const asking = fixtureOrder(2, { sellToken: usdc, buyToken: nativeToken })
    const [best] = matchOrders(fixtureAuction([selling, asking], []))
    expect(best?.clearingPrices.get(nativeToken)).toBe(best?.clearingPrices.get(weth))
  })
})

test('matches of any orders respect limits, sizes and balances', () => {
  let matches = 0
  for (let seed = 1; seed <= 20; seed += 1) {
    const terms = { orders: 20, tokens: 4, pools: 6, partial: 0.5, buying: 0.4 }
    const auction = randomAuction({ seed, ...terms })
    for (const match of matchOrders(auction)) {
      verifySettlement(auction, { solver: 'batch', ...match })
      matches += 1
    }
  }
  expect(matches).toBeGreaterThan(60)
})
