import { expect } from 'vitest'
import {
  dai,
  fixtureAuction,
  fixtureOrder,
  milli,
  usdc,
} from '@/lib/testing/auctions/build-auction-fixture'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { testWith } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { holdToDayCap } from './canary'
import { excludedOrders } from './exclusions'
import { runRound } from './run-round'

const test = testWith({ EMBEDDED_CHAIN_IDS: '' })

let fixture: SolverFixture

test.beforeAll(({ solver }) => {
  fixture = solver
})

const unpriced = fixtureOrder(1, { sellToken: usdc, buyToken: dai })
const priced = fixtureOrder(2, { sellToken: dai, buyToken: usdc })
const prices = new Map([[dai, milli(1_000)]])
const auction = fixtureAuction([unpriced, priced], [], { prices })
const trades = auction.orders.map(({ uid, order: { sellAmount } }) => {
  return { uid, executedAmount: sellAmount, sellAmount, buyAmount: 1n }
})
const solution = { solver: 'test', clearingPrices: new Map(), trades, routes: [], gas: 0n }

test('a canary excludes an order of unknown value and settles the others', () => {
  const ctx = createTestContext()
  const caps = { order: milli(2_000), day: milli(2_000) }
  expect(holdToDayCap(ctx, { auction, solution, caps })).toBe(false)
  const reason = { code: 'tokenNotTraded', token: usdc }
  expect([...excludedOrders(ctx, 1)]).toEqual([[unpriced.uid, reason]])
  const alone = { ...solution, trades: trades.slice(1) }
  expect(holdToDayCap(ctx, { auction, solution: alone, caps })).toBe(true)
})

test('a canary counts the fees of a buy order against its caps', async () => {
  const [sellToken, buyToken] = [fixture.token('WETH'), fixture.token('USDC')]
  const ctx = createTestContext({
    db: fixture.ctx.db,
    rpcUrls: new Map([[1, fixture.network.rpcUrl]]),
    environment: {
      SOLVER_PRIVATE_KEY: fixture.network.solver.privateKey,
      SETTLE: 'canary',
      CANARY_ORDER_NATIVE: '0.32',
      CANARY_DAY_NATIVE: '0.32',
      VOLUME_FEE_BPS: '500',
    },
  })
  const { owner } = await fixture.place(6, {
    ...{ kind: 'buy', sellToken, buyToken },
    ...{ sellAmount: 334n * 10n ** 15n, buyAmount: 1_000n * 10n ** 6n },
  })
  const before = await fixture.balanceOf(sellToken, owner)
  await runRound(ctx, { chainId: 1, epoch: 1n })
  expect(before - (await fixture.balanceOf(sellToken, owner))).toBeLessThanOrEqual(32n * 10n ** 16n)
})
