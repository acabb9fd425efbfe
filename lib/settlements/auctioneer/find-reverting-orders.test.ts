import { encodeFunctionData } from 'viem'
import { sign } from 'viem/accounts'
import { beforeEach, expect } from 'vitest'
import { buildAuction } from '@/lib/auctions/build/build-auction'
import { runAuction } from '@/lib/auctions/selection/run-auction'
import { erc20Abi } from '@/lib/chain/contract-abis'
import { hookInteractions } from '@/lib/chain/simulation/trampoline'
import type { Context } from '@/lib/context'
import { nativeToken } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import { sendTransaction } from '@/lib/devnet/rpc'
import { digestOf, type SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { counter, counterCode, countHook } from '@/lib/testing/chain/hook-actions'
import { completeOrder } from '@/lib/testing/orders/sign-test-order'
import { test } from '@/lib/testing/test'
import { findRevertingOrders } from './find-reverting-orders'

const ether = 10n ** 18n

let fixture: SolverFixture
let ctx: Context

test.beforeAll(async ({ solver }) => {
  fixture = solver
  ctx = fixture.ctx
  await fixture.rpc('anvil_setCode', [counter, counterCode])
})
beforeEach(() => ctx.db.order.updateMany({ data: { status: 'cancelled' } }))

/** Builds an auction of all placed orders, with our solvers' solutions. */
async function compete() {
  const { auction } = await buildAuction(ctx, { chainId: 1, without: new Map() })
  if (!auction) throw new Error('there is no auction')
  const participants = await runAuction(ctx, auction)
  const solutions = participants.map(({ solution }) => solution)
  return { round: { auction, auctionId: 7n }, solutions }
}

let placed = 0

/** Orders of every kind, each of another account. */
async function placeAll() {
  const [weth, usdc, dai] = [fixture.token('WETH'), fixture.token('USDC'), fixture.token('DAI')]
  const { address: owner, privateKey } = fixture.network.accounts[5] ?? fixture.network.solver
  // Approves the vault relayer for the sell token.
  await fixture.place(5, { sellToken: dai, buyToken: weth, sellAmount: ether })
  await ctx.db.order.updateMany({ data: { status: 'cancelled' } })
  const order = completeOrder({
    ...{ sellToken: dai, buyToken: weth, sellAmount: 100n * ether, buyAmount: 1n },
    validTo: 4_200_000_000 + placed++,
  })
  const hooks = { pre: [countHook], post: [countHook] }
  const interactions = hookInteractions(hooks, getNetwork(1).hooksTrampoline)
  const signature = await sign({ hash: digestOf(order), privateKey, to: 'hex' })
  const by = { owner, signingScheme: 'eip712', interactions } as const
  return {
    sell: await fixture.place(1, { sellAmount: ether / 10n }),
    buy: await fixture.place(2, { kind: 'buy', sellAmount: ether, buyAmount: 250_000_000n }),
    native: await fixture.place(3, {
      sellToken: usdc,
      buyToken: nativeToken,
      sellAmount: 10n ** 9n,
    }),
    part: await fixture.place(4, { sellAmount: ether / 5n, partiallyFillable: true }),
    internal: await fixture.place(6, { buyTokenBalance: 'internal', sellAmount: ether / 7n }),
    hooked: await fixture.placeSigned(order, { ...by, signature }),
  }
}

test('blames only the order whose owner withdrew the funds, for any order kind', async () => {
  const orders = await placeAll()
  const { round, solutions } = await compete()
  const traded = new Set(solutions.flatMap(({ trades }) => trades.map(({ uid }) => uid)))
  expect(traded.size).toBe(Object.keys(orders).length)
  expect(await findRevertingOrders(ctx, round, solutions)).toEqual(new Set())
  const { owner, sellToken } = orders.buy
  const args = [orders.sell.owner, await fixture.balanceOf(sellToken, owner)] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  await sendTransaction(fixture.rpc, { from: owner, to: sellToken, data })
  expect(await findRevertingOrders(ctx, round, solutions)).toEqual(new Set([orders.buy.uid]))
})

test('blames no order if no pool can lend', async () => {
  const { sell } = await placeAll()
  const { round, solutions } = await compete()
  await fixture.rpc('anvil_setCode', [sell.sellToken, '0x60006000fd'])
  expect(await findRevertingOrders(ctx, round, solutions)).toContain(sell.uid)
  const auction = { ...round.auction, pools: [] }
  expect(await findRevertingOrders(ctx, { ...round, auction }, solutions)).toEqual(new Set())
})
