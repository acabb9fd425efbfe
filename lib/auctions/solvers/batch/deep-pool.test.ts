import { expect, test } from 'vitest'
import {
  dai,
  fixtureAuction,
  fixtureOrder,
  fixturePool,
  gno,
  milli,
  usdc,
  weth,
} from '@/lib/testing/auctions/build-auction-fixture'
import { solveBatch } from './solve-batch'

test.each([1n, milli(1), milli(500), milli(990)])(
  'orders that are small beside their pools settle together: at least %s for 1 each',
  (buyAmount) => {
    const depth = milli(1_000_000_000)
    const pools = [
      fixturePool([usdc, depth], [dai, depth]),
      fixturePool([weth, depth], [gno, depth]),
    ]
    const orders = [
      fixtureOrder(1, { sellToken: usdc, buyToken: dai, buyAmount }),
      fixtureOrder(2, { sellToken: dai, buyToken: usdc, buyAmount }),
      fixtureOrder(3, { sellToken: weth, buyToken: gno, buyAmount }),
    ]
    expect(solveBatch(fixtureAuction(orders, pools))?.solution.trades).toHaveLength(3)
  },
)
