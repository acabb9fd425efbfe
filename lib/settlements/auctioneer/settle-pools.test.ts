import { beforeEach, expect } from 'vitest'
import { buildAuction } from '@/lib/auctions/build/build-auction'
import { routeSolver } from '@/lib/auctions/solvers/baseline-solver'
import type { Context } from '@/lib/context'
import { sendTransaction } from '@/lib/devnet/rpc'
import { type Pool, tokensOf } from '@/lib/liquidity/pool'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { prepareSettlement } from '@/lib/settlements/submission/prepare-settlement'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { test } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'

let fixture: SolverFixture
let ctx: Context

test.beforeAll(async ({ solver }) => {
  fixture = solver
  ctx = fixture.ctx
  await repeat(() => discoverPools(ctx, { chainId: 1 }), Boolean)
})
beforeEach(() => ctx.db.order.updateMany({ data: { status: 'cancelled' } }))

/** Pools of one kind in the auction of an order between two tokens. */
async function auctionWith(protocol: Pool['protocol'], pair: { sell: string; buy: string }) {
  const [sellToken, buyToken] = [fixture.token(pair.sell), fixture.token(pair.buy)]
  const held = await fixture.balanceOf(sellToken, fixture.network.accounts[1]?.address ?? '0x')
  const order = await fixture.place(1, { sellToken, buyToken, sellAmount: held / 10_000n })
  const { auction } = await buildAuction(ctx, { chainId: 1, without: new Map() })
  if (!auction) throw new Error('there is no auction')
  const pools = auction.pools.filter(
    (pool) =>
      pool.protocol === protocol &&
      [sellToken, buyToken].every((token) => tokensOf(pool).includes(token)),
  )
  return { order, auction: { ...auction, pools } }
}

test.each([
  ['uniswap-v2', { sell: 'WETH', buy: 'USDC' }],
  ['uniswap-v3', { sell: 'WETH', buy: 'USDC' }],
  ['balancer-weighted', { sell: 'WETH', buy: 'USDC' }],
  ['balancer-stable', { sell: 'USDC', buy: 'DAI' }],
] as const)('settles an order through %s to the atom', async (protocol, pair) => {
  const { order, auction } = await auctionWith(protocol, pair)
  expect(auction.pools.length).toBeGreaterThan(0)
  const [solution] = await routeSolver.solve(auction)
  if (!solution) throw new Error('no solution')
  expect(solution.routes[0]?.hops.map(({ pool }) => pool.protocol)).toContain(protocol)
  const prepared = await prepareSettlement(ctx, { auction, auctionId: 7n }, solution)
  if ('fault' in prepared) throw new Error(prepared.fault.code)
  const before = await fixture.balanceOf(order.buyToken, order.owner)
  await sendTransaction(fixture.rpc, {
    from: fixture.network.solver.address,
    to: ctx.config.settlementContract,
    data: prepared.callData,
    gas: Number(prepared.gas),
  })
  const bought = (await fixture.balanceOf(order.buyToken, order.owner)) - before
  expect(bought).toBe(solution.trades[0]?.buyAmount)
})
