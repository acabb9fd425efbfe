import { describe, expect, test } from 'vitest'
import type { AuctionOrder } from '@/lib/auctions/model/auction'
import { runAuction } from '@/lib/auctions/selection/run-auction'
import { findViolation } from '@/lib/auctions/selection/validate-solution'
import { maxUint256 } from '@/lib/core/amount'
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
import { createTestContext } from '@/lib/testing/test-context'
import { routeSolver } from './baseline-solver'

const ctx = createTestContext()
const depth = milli(1_000_000_000)
const usdcDai = fixturePool([usdc, depth], [dai, depth])
const wethGno = fixturePool([weth, depth], [gno, depth])
const isolated = (entry: AuctionOrder): AuctionOrder => ({ ...entry, isIsolated: true })

describe('an order whose settlement has reverted', () => {
  const ask = fixtureOrder(1, { sellToken: usdc, buyToken: dai })
  const bid = fixtureOrder(2, { sellToken: dai, buyToken: usdc })
  const other = fixtureOrder(3, { sellToken: weth, buyToken: gno })
  const pools = [usdcDai, wethGno]

  test('settles alone, and the others together as before', async () => {
    const together = await runAuction(ctx, fixtureAuction([ask, bid, other], pools))
    expect(together.some(({ solution }) => solution.trades.length === 3)).toBe(true)
    const scored = await runAuction(ctx, fixtureAuction([isolated(ask), bid, other], pools))
    const withAsk = scored.filter(({ solution }) =>
      solution.trades.some(({ uid }) => uid === ask.uid),
    )
    expect(withAsk.length).toBeGreaterThan(0)
    expect(withAsk.every(({ solution }) => solution.trades.length === 1)).toBe(true)
    expect(scored[0]?.solution.trades.map(({ uid }) => uid)).toEqual([bid.uid, other.uid])
  })

  test('is rejected in a solution with others', async () => {
    const [best] = await runAuction(ctx, fixtureAuction([ask, bid], pools))
    const auction = fixtureAuction([isolated(ask), bid], pools)
    const solution = best?.solution
    expect(solution && findViolation(auction, solution)).toBe('an isolated order is not alone')
  })

  test('is not routed through an untrusted token at any price', async () => {
    const direct = fixturePool([usdc, depth], [dai, depth])
    const tempting = [
      fixturePool([usdc, depth], [gno, depth * 2n]),
      fixturePool([dai, depth], [gno, depth]),
    ]
    const auction = (entry: AuctionOrder) => fixtureAuction([entry], [direct, ...tempting])
    const pathOf = async (entry: AuctionOrder) =>
      (await runAuction(ctx, auction(entry)))[0]?.solution.routes[0]?.hops.map(
        ({ tokenOut }) => tokenOut,
      )
    expect(await pathOf(ask)).toEqual([gno, dai])
    expect(await pathOf(isolated(ask))).toEqual([dai])
  })
})

test('many old orders do not crowd out a better one', async () => {
  const poor = Array.from({ length: 100 }, (_, i) =>
    fixtureOrder(i + 1, { sellToken: usdc, buyToken: dai, buyAmount: milli(996) }),
  )
  const good = fixtureOrder(200, { sellToken: usdc, buyToken: dai })
  const auction = fixtureAuction([...poor, good], [usdcDai])
  const [best] = await runAuction(ctx, auction, { competitors: [routeSolver] })
  expect(best?.solution.trades.map(({ uid }) => uid)).toEqual([good.uid])
})

test('isolated orders with high scores displace no other solution', async () => {
  const poor = Array.from({ length: 70 }, (_, i) =>
    isolated(fixtureOrder(i + 1, { sellToken: usdc, buyToken: dai, sellAmount: milli(5_000) })),
  )
  const good = fixtureOrder(200, { sellToken: weth, buyToken: gno })
  const auction = fixtureAuction([...poor, good], [usdcDai, wethGno])
  const participants = await runAuction(ctx, auction, { competitors: [routeSolver] })
  expect(participants).toHaveLength(60)
  const uids = participants.flatMap(({ solution }) => solution.trades.map(({ uid }) => uid))
  expect(uids).toContain(good.uid)
})

test('excludes a score beyond uint256 from forged prices', async () => {
  const huge = 2n ** 254n
  const forth = fixtureOrder(1, { sellToken: usdc, buyToken: dai, sellAmount: huge })
  const back = fixtureOrder(2, { sellToken: dai, buyToken: usdc, sellAmount: huge })
  const one = fixtureOrder(3, { sellToken: usdc, buyToken: dai, sellAmount: 1n })
  const orders = [forth, back, one]
  const prices = (price: bigint) => ({
    prices: new Map([usdc, dai].map((token) => [token, price])),
  })
  const sane = await runAuction(ctx, fixtureAuction(orders, [], prices(10n ** 18n)))
  expect(sane[0]?.score).toBeGreaterThan(huge / 2n)
  const wild = await runAuction(ctx, fixtureAuction(orders, [], prices(10n ** 30n)))
  expect(wild.every(({ score }) => score <= maxUint256)).toBe(true)
})
