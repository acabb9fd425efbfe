import { expect, test } from 'vitest'
import {
  dai,
  fixtureAuction,
  fixtureOrder,
  milli,
  usdc,
} from '@/lib/testing/auctions/build-auction-fixture'
import { createTestContext } from '@/lib/testing/test-context'
import { holdToDayCap } from './canary'
import { leftOut } from './left-out'

const unpriced = fixtureOrder(1, { sellToken: usdc, buyToken: dai })
const priced = fixtureOrder(2, { sellToken: dai, buyToken: usdc })
const prices = new Map([[dai, milli(1_000)]])
const auction = fixtureAuction([unpriced, priced], [], { prices })
const trades = auction.orders.map(({ uid, order: { sellAmount } }) => {
  return { uid, executedAmount: sellAmount, sellAmount, buyAmount: 1n }
})
const solution = { solver: 'test', clearingPrices: new Map(), trades, routes: [], gas: 0n }

test('an order of unknown value is settled below no cap, and holds up no other', () => {
  const ctx = createTestContext()
  const caps = { order: milli(2_000), day: milli(2_000) }
  expect(holdToDayCap(ctx, { auction, solution, caps })).toBe(false)
  const reason = { code: 'tokenNotTraded', token: usdc }
  expect([...leftOut(ctx, 1)]).toEqual([[unpriced.uid, reason]])
  const alone = { ...solution, trades: trades.slice(1) }
  expect(holdToDayCap(ctx, { auction, solution: alone, caps })).toBe(true)
})
