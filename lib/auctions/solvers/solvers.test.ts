import { describe, expect, test } from 'vitest'
import type { Auction } from '@/lib/auctions/model/auction'
import { balanceSolution } from '@/lib/auctions/model/ledger'
import { scoreSolution } from '@/lib/auctions/model/score'
import { runAuction } from '@/lib/auctions/selection/run-auction'
import { findViolation } from '@/lib/auctions/selection/validate-solution'
import { nativeToken } from '@/lib/core/address'
import { amountOut } from '@/lib/liquidity/swap-pool'
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
const deep = fixturePool([usdc, milli(1_000_000_000)], [dai, milli(1_000_000_000)])
const wethUsdc = fixturePool([weth, milli(1_000_000_000)], [usdc, milli(1_000_000_000)])

const winnerOf = async (auction: Auction) => (await runAuction(ctx, auction))[0]

describe('competition', () => {
  test('the baseline solver wins for a single order', async () => {
    const order = fixtureOrder(1, { sellToken: usdc, buyToken: dai })
    const winner = await winnerOf(fixtureAuction([order], [deep]))
    const out = amountOut(deep, { token: usdc, amount: milli(1000) }, dai)
    expect(winner?.solution.solver).toBe('route')
    expect(winner?.solution.trades).toEqual([
      { uid: order.uid, executedAmount: milli(1000), sellAmount: milli(1000), buyAmount: out },
    ])
    expect(winner?.score).toBe((out ?? 0n) - 1n)
  })

  test('the batch solver wins for two opposite orders and saves the pool fee', async () => {
    const ask = fixtureOrder(1, { sellToken: usdc, buyToken: dai, buyAmount: milli(990) })
    const bid = fixtureOrder(2, { sellToken: dai, buyToken: usdc, buyAmount: milli(990) })
    const auction = fixtureAuction([ask, bid], [deep])
    const winner = await winnerOf(auction)
    expect(winner?.solution.solver).toBe('batch')
    expect(winner?.solution.routes).toEqual([])
    expect(winner?.solution.trades.map(({ buyAmount }) => buyAmount)).toEqual([
      milli(1000),
      milli(1000),
    ])
    expect(winner?.score).toBe(milli(20))
  })

  test('orders cross without pools, even exactly at their limits', async () => {
    const ask = fixtureOrder(1, { sellToken: usdc, buyToken: dai, sellAmount: 7n, buyAmount: 3n })
    const bid = fixtureOrder(2, { sellToken: dai, buyToken: usdc, sellAmount: 3n, buyAmount: 7n })
    const winner = await winnerOf(fixtureAuction([ask, bid], []))
    expect(winner?.solution.trades.map(({ buyAmount }) => buyAmount)).toEqual([3n, 7n])
    expect(winner?.score).toBe(0n)
  })

  test('the uncrossed remainder trades with pools at the same uniform price', async () => {
    const ask = fixtureOrder(1, { sellToken: usdc, buyToken: dai, sellAmount: milli(5000) })
    const bid = fixtureOrder(2, { sellToken: dai, buyToken: usdc, sellAmount: milli(2000) })
    const auction = fixtureAuction([ask, bid], [deep])
    const winner = await winnerOf(auction)
    expect(winner?.solution.solver).toBe('batch')
    const [route] = winner?.solution.routes ?? []
    expect(route?.sellAmount).toBeGreaterThan(milli(2900))
    expect(route?.sellAmount).toBeLessThan(milli(3100))
    const alone = amountOut(deep, { token: usdc, amount: milli(5000) }, dai) ?? 0n
    const asked = winner?.solution.trades.find(({ uid }) => uid === ask.uid)
    expect(asked?.buyAmount).toBeGreaterThan(alone)
  })

  test('a partially fillable order is reduced to the amount of its counterparty', async () => {
    const ask = fixtureOrder(1, {
      sellToken: usdc,
      buyToken: dai,
      sellAmount: milli(9000),
      buyAmount: milli(8100),
      partiallyFillable: true,
    })
    const bid = fixtureOrder(2, { sellToken: dai, buyToken: usdc, buyAmount: milli(900) })
    const winner = await winnerOf(fixtureAuction([ask, bid], []))
    const sold = winner?.solution.trades.find(({ uid }) => uid === ask.uid)?.sellAmount ?? 0n
    expect(winner?.solution.trades).toHaveLength(2)
    expect(sold).toBeGreaterThanOrEqual(milli(900))
    expect(sold).toBeLessThanOrEqual(milli(1112))
  })

  test('a partially fillable order is routed as far as its limit allows', async () => {
    const order = fixtureOrder(1, {
      sellToken: usdc,
      buyToken: gno,
      sellAmount: milli(64_000),
      buyAmount: milli(60_000),
      partiallyFillable: true,
    })
    const shallow = fixturePool([usdc, milli(200_000)], [gno, milli(200_000)])
    const winner = await winnerOf(fixtureAuction([order], [shallow]))
    expect(winner?.solution.trades[0]?.executedAmount).toBe(milli(8000))
  })

  test('a buy order gets its exact amount and pays the minimum', async () => {
    const order = fixtureOrder(1, {
      sellToken: usdc,
      buyToken: dai,
      kind: 'buy',
      sellAmount: milli(1100),
      buyAmount: milli(1000),
    })
    const winner = await winnerOf(fixtureAuction([order], [deep]))
    expect(winner?.solution.trades[0]?.buyAmount).toBe(milli(1000))
    expect(winner?.solution.trades[0]?.sellAmount).toBeLessThan(milli(1004))
  })

  test('a native buy is routed to the wrapped token and priced separately', async () => {
    const order = fixtureOrder(1, { sellToken: usdc, buyToken: nativeToken })
    const winner = await winnerOf(fixtureAuction([order], [wethUsdc]))
    expect(winner?.solution.routes[0]?.buyToken).toBe(weth)
    expect(winner?.solution.clearingPrices.has(nativeToken)).toBe(true)
  })

  test('orders that share no pool settle together', async () => {
    const first = fixtureOrder(1, { sellToken: usdc, buyToken: dai })
    const second = fixtureOrder(2, { sellToken: usdc, buyToken: weth })
    const auction = fixtureAuction([first, second], [deep, wethUsdc])
    const winner = await winnerOf(auction)
    expect(winner?.solution.trades).toHaveLength(2)
  })

  test('many orders of one pair settle within the gas of one transaction', async () => {
    const orders = Array.from({ length: 200 }, (_, index) => {
      const [sellToken, buyToken] = index % 2 ? [usdc, dai] : [dai, usdc]
      return fixtureOrder(index + 1, { sellToken, buyToken, buyAmount: milli(900 + (index % 99)) })
    })
    const winner = await winnerOf(fixtureAuction(orders, [deep]))
    expect(winner?.solution.trades.length).toBeGreaterThan(90)
    expect(winner?.solution.gas).toBeLessThan(12_000_000n)
  })

  test('routes the orders with the highest potential surplus if there are too many', async () => {
    const orders = Array.from({ length: 310 }, (_, index) => {
      const buyAmount = milli(999 - ((index * 7) % 310))
      return fixtureOrder(index + 1, { sellToken: usdc, buyToken: dai, buyAmount })
    })
    const proposed = await routeSolver.solve(fixtureAuction(orders, [deep]))
    const routed = new Set(proposed.flatMap(({ trades }) => trades.map(({ uid }) => uid)))
    const left = orders.filter(({ uid }) => !routed.has(uid)).map(({ order }) => order.buyAmount)
    // Those above 996 cannot be routed at all.
    expect(left.toSorted((a, b) => Number(a - b))).toEqual(
      Array.from({ length: 10 }, (_, index) => milli(990 + index)),
    )
  })

  test('an order with an unreachable limit stays open', async () => {
    const order = fixtureOrder(1, { sellToken: usdc, buyToken: dai, buyAmount: milli(1001) })
    expect(await runAuction(ctx, fixtureAuction([order], [deep]))).toEqual([])
  })
})

describe('network cost', () => {
  const order = fixtureOrder(1, { sellToken: usdc, buyToken: dai, buyAmount: milli(900) })
  const costly = { gasPrice: 10n ** 11n, costCoverBps: 5_000n }

  test('is deducted from the surplus and stays in the settlement contract', async () => {
    const auction = fixtureAuction([order], [deep], costly)
    const winner = await winnerOf(auction)
    const cost = (winner?.solution.gas ?? 0n) * costly.gasPrice
    const out = amountOut(deep, { token: usdc, amount: milli(1000) }, dai) ?? 0n
    expect(winner?.solution.trades[0]?.buyAmount).toBe(out - cost)
    expect(winner && balanceSolution(auction, winner.solution).get(dai)).toBe(cost)
  })

  test('never pushes an order below its limit', async () => {
    const tight = fixtureOrder(1, { sellToken: usdc, buyToken: dai, buyAmount: milli(995) })
    const kind = fixtureAuction([tight], [deep], { gasPrice: 10n ** 11n })
    expect((await winnerOf(kind))?.solution.trades[0]?.buyAmount).toBe(milli(995))
    expect(await winnerOf(fixtureAuction([tight], [deep], costly))).toBeUndefined()
  })

  test('is charged to the signed fee first', async () => {
    const paying = fixtureOrder(1, { sellToken: usdc, buyToken: dai, feeAmount: milli(1000) })
    const winner = await winnerOf(fixtureAuction([paying], [deep], costly))
    const out = amountOut(deep, { token: usdc, amount: milli(1000) }, dai)
    expect(winner?.solution.trades[0]?.buyAmount).toBe(out)
  })
})

describe('what solvers claim is not trusted', () => {
  const order = fixtureOrder(1, { sellToken: usdc, buyToken: dai, buyAmount: milli(900) })
  const auction = fixtureAuction([order], [deep])

  const honest = async () => {
    const winner = await winnerOf(auction)
    if (!winner) throw new Error('no winner')
    return winner.solution
  }

  test('rejects prices better than the route’s output', async () => {
    const solution = await honest()
    const dear = new Map(solution.clearingPrices).set(usdc, milli(999))
    const trades = solution.trades.map((trade) => ({ ...trade, buyAmount: milli(999) }))
    expect(findViolation(auction, { ...solution, clearingPrices: dear, trades })).toMatch(/lacks/)
  })

  test('rejects a pool that is claimed to pay more', async () => {
    const solution = await honest()
    const routes = JSON.parse(
      JSON.stringify(solution.routes, (_, v) => (typeof v === 'bigint' ? `${v}n` : v)),
      (key, v) =>
        typeof v === 'string' && v.endsWith('n') && !v.startsWith('0x')
          ? BigInt(v.slice(0, -1)) + (key === 'amountOut' ? 1n : 0n)
          : v,
    )
    expect(findViolation(auction, { ...solution, routes })).toMatch(/pays less/)
  })

  test('rejects repeated orders or pools, unknown orders and overfills', async () => {
    const solution = await honest()
    const { trades, routes } = solution
    expect(findViolation(auction, { ...solution, trades: [...trades, ...trades] })).toMatch(/twice/)
    expect(findViolation(auction, { ...solution, routes: [...routes, ...routes] })).toMatch(/twice/)
    expect(findViolation(fixtureAuction([], [deep]), solution)).toMatch(/not in the auction/)
    const poor = { ...order, available: order.available - 1n }
    expect(findViolation(fixtureAuction([poor], [deep]), solution)).toMatch(/overfilled/)
  })

  test('a solver that throws or lies affects no other', async () => {
    const liar = {
      name: 'liar',
      solve: async () => [{ ...(await honest()), trades: [] }],
    }
    const broken = { name: 'broken', solve: () => Promise.reject(new Error('bug')) }
    expect(await runAuction(ctx, auction, { competitors: [liar, broken] })).toEqual([])
  })

  test('the score counts surplus over the limit in native atoms', async () => {
    const solution = await honest()
    const half = { ...auction, prices: new Map([[dai, 5n * 10n ** 17n]]) }
    const surplus = (solution.trades[0]?.buyAmount ?? 0n) - milli(900)
    expect(scoreSolution(auction, solution)).toBe(surplus)
    expect(scoreSolution(half, solution)).toBe(surplus / 2n)
  })
})
