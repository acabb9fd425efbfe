import { describe, expect, test } from 'vitest'
import { boundAuction } from '@/lib/auctions/bounds/auction-bound'
import type { Auction, AuctionOrder } from '@/lib/auctions/model/auction'
import { balanceSolution, costToCover, valueLedger } from '@/lib/auctions/model/ledger'
import { scoreTrade } from '@/lib/auctions/model/score'
import { type Participant, runAuction } from '@/lib/auctions/selection/run-auction'
import { selectWinners } from '@/lib/auctions/selection/select-winners'
import { findViolation } from '@/lib/auctions/selection/validate-solution'
import type { Address } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import type { Pool } from '@/lib/liquidity/pool'
import {
  fixtureAuction,
  fixtureOrder,
  fixturePool,
} from '@/lib/testing/auctions/build-auction-fixture'
import { createTestContext } from '@/lib/testing/test-context'
import { priceOrders } from './price-orders'

const network = getNetwork(1)
const { wrappedNative: weth, usdToken: usdc } = network
const dai = network.baseTokens.find((token) => token !== weth && token !== usdc) ?? weth
const [fake, other]: readonly [Address, Address] = [`0x${'99'.repeat(20)}`, `0x${'aa'.repeat(20)}`]
const ether = 10n ** 18n
const dollar = 10n ** 6n
const gwei = 10n ** 9n
const ctx = createTestContext({ rpcUrls: new Map([[1, 'http://127.0.0.1:1']]) })

const market = [
  fixturePool([usdc, 3_000_000n * dollar], [weth, 1_000n * ether]),
  fixturePool([dai, 3_000_000n * ether], [weth, 1_000n * ether]),
]
/** A price of a million ether per token. */
const pricing = fixturePool([fake, 4n * 10n ** 12n], [weth, 4n * ether])
/** An order that gives the token away. */
const giving = {
  ...fixturePool([fake, 1_000n * ether], [weth, ether / 100n]),
  address: `0x${'e'.repeat(40)}`,
} as const
/** An honest market of an untrusted token. */
const honestMarket = fixturePool([other, 100_000n * ether], [weth, 100n * ether])

async function auctionOf(
  orders: readonly AuctionOrder[],
  pools: readonly Pool[],
  gasPrice = 30n * gwei,
): Promise<Auction> {
  const priced = await priceOrders(ctx, { chainId: 1, orders, pools })
  const { baseTokens } = network
  const further = { gasPrice, costCoverBps: 10_000n, wrappedNative: weth, baseTokens }
  return fixtureAuction(orders, pools, { ...further, ...priced })
}

const buysFake = fixtureOrder(1, { sellToken: usdc, buyToken: fake, sellAmount: dollar })
const givesFake = fixtureOrder(2, {
  sellToken: fake,
  buyToken: usdc,
  sellAmount: ether,
  buyAmount: dollar / 2n,
})
const honest = [
  fixtureOrder(3, {
    sellToken: usdc,
    buyToken: weth,
    sellAmount: 3_000n * dollar,
    buyAmount: (9n * ether) / 10n,
  }),
  fixtureOrder(4, {
    sellToken: weth,
    buyToken: dai,
    sellAmount: ether,
    buyAmount: 2_500n * ether,
  }),
]

async function winnersOf(auction: Auction): Promise<readonly Participant[]> {
  const participants = await runAuction(ctx, auction)
  const { winners } = selectWinners(participants.map(({ bid }) => bid))
  return winners.flatMap((place) => participants[place] ?? [])
}

const totalOf = (winners: readonly Participant[]) =>
  winners.reduce((sum, { score }) => sum + score, 0n)

test('a token priced by one pool and sold for nothing by another displaces no honest order', async () => {
  const alone = totalOf(await winnersOf(await auctionOf(honest, market)))
  const pools = [...market, pricing, giving]
  const hooked = { ...buysFake, interactionGas: 8_000_000n }
  for (const attack of [buysFake, hooked]) {
    const auction = await auctionOf([...honest, attack], pools)
    const winners = await winnersOf(auction)
    const settled = winners.flatMap(({ solution }) => solution.trades.map(({ uid }) => uid))
    expect(settled).toEqual(expect.arrayContaining(honest.map(({ uid }) => uid)))
    expect(totalOf(winners)).toBeGreaterThan((alone * 99n) / 100n)
    expect(totalOf(winners)).toBeLessThan((alone * 101n) / 100n)
    // The pool's ether could really be withdrawn.
    expect(boundAuction(auction)).toBeLessThan(alone + 5n * ether)
  }
})

test.each([
  ['a pool', [buysFake], [pricing, giving]],
  ['an order', [buysFake, givesFake], [pricing]],
  ['both', [buysFake, givesFake], [pricing, giving]],
])(
  'a forged price scores no more than the honest side of the trade: %s',
  async (_, orders, pools) => {
    const auction = {
      ...(await auctionOf(orders, [...market, ...pools], 0n)),
      costCoverBps: 0n,
    }
    const bound = boundAuction(auction) ?? 0n
    // The pools hold four ether against the token, and no more.
    expect(bound).toBeLessThan(5n * ether)
    const participants = await runAuction(ctx, auction)
    const trades = participants.flatMap(({ solution }) => solution.trades)
    const bought = trades.filter(({ uid }) => uid === buysFake.uid)
    expect(bought.length).toBeGreaterThan(0)
    for (const trade of bought) {
      expect(scoreTrade(auction, buysFake.order, trade)).toBeLessThan(ether / 2_900n)
    }
    for (const { score } of participants) expect(score).toBeLessThanOrEqual(bound)
  },
)

test('gas is not paid in an untrusted token', async () => {
  const auction = await auctionOf([buysFake], [...market, pricing, giving])
  expect(valueLedger(auction, new Map([[fake, ether]]))).toBe(0n)
  expect(valueLedger(auction, new Map([[usdc, dollar]]))).toBeGreaterThan(0n)
  // Its total output would not suffice: a dollar is less than the gas.
  expect(await runAuction(ctx, auction)).toEqual([])
  const [cheap] = await runAuction(ctx, { ...auction, costCoverBps: 0n })
  if (!cheap) throw new Error('no solution settles it')
  expect(findViolation(auction, cheap.solution)).toBe('the network cost is not covered')
})

type Side = readonly [Address, bigint]

describe('a trade of an honest untrusted token pays its gas in the trusted one', () => {
  const amounts = { weth: ether / 10n, usdc: 300n * dollar, other: 100n * ether }
  const make = (kind: 'sell' | 'buy', [sell, sellAmount]: Side, [buy, buyAmount]: Side) =>
    fixtureOrder(7, { kind, sellToken: sell, buyToken: buy, sellAmount, buyAmount })
  const half = (amount: bigint) => amount / 2n
  const second: Address = `0x${'bb'.repeat(20)}`
  const pools = [
    ...market,
    honestMarket,
    fixturePool([second, 50_000n * ether], [weth, 100n * ether]),
  ]

  test.each([
    ['sold for it', make('sell', [weth, amounts.weth], [other, half(amounts.other)]), weth],
    ['it for sale', make('sell', [other, amounts.other], [usdc, half(amounts.usdc)]), usdc],
    ['a given amount of it', make('buy', [usdc, 2n * amounts.usdc], [other, amounts.other]), usdc],
    ['it for a given amount', make('buy', [other, 2n * amounts.other], [weth, amounts.weth]), weth],
    [
      'it for another',
      make('sell', [other, amounts.other], [second, half(half(amounts.other))]),
      weth,
    ],
    [
      'a given amount for it',
      make('buy', [other, amounts.other], [second, half(half(amounts.other))]),
      weth,
    ],
  ])('%s', async (_, order, token) => {
    const auction = await auctionOf([order], pools)
    const [winner] = await winnersOf(auction)
    if (!winner) throw new Error('no winner')
    const ledger = balanceSolution(auction, winner.solution)
    const price = token === weth ? ether : (auction.prices.get(token) ?? 0n)
    const worth = ((ledger.get(token) ?? 0n) * price) / ether
    const cost = costToCover(auction, { gas: winner.solution.gas, bytes: 0n })
    expect(worth).toBeGreaterThanOrEqual(cost)
    expect(worth).toBeLessThan((cost * 103n) / 100n)
    expect(winner.score).toBeGreaterThan(0n)
  })
})
