import { encodeFunctionData } from 'viem'
import { beforeEach, describe, expect } from 'vitest'
import { erc20Abi, settlementAbi } from '@/lib/chain/contract-abis'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import type { Transaction } from '@/lib/db/database'
import { lockOrders } from '@/lib/orders/order-lock-store'
import { listOpenOrders } from '@/lib/orders/queries/open-order-query'
import { saveCancellation } from '@/lib/orders/state/order-state-store'
import { refreshOrders } from '@/lib/orders/state/refresh-orders'
import { runRound } from '@/lib/settlements/auctioneer/run-round'
import { type SolverFixture, untilSent } from '@/lib/testing/auctions/solver-fixture'
import { test } from '@/lib/testing/test'
import { until } from '@/lib/testing/until'

let fixture: SolverFixture
let ctx: Context

test.beforeAll(({ solver }) => {
  fixture = solver
  ctx = fixture.ctx
})

// The indexer does not run here: each test has its own orders.
beforeEach(() => ctx.db.order.updateMany({ data: { status: 'cancelled' } }))

const balanceOf = (token: Address, owner: Address) =>
  ctx.chain(1).client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  })

async function isLockAwaited(ctx: Context): Promise<boolean> {
  const [row] = await ctx.db.$queryRaw<{ awaited: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM pg_locks
      WHERE locktype = 'advisory' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    ) AS awaited`
  return row?.awaited === true
}

describe('a round', () => {
  test('reports an owner that cannot pay, and does not settle its order', async () => {
    const owner = fixture.network.accounts[4]?.address ?? '0x'
    const held = await balanceOf(fixture.token('WETH'), owner)
    const order = await fixture.place(4, { sellAmount: held + 1n })
    const { state, shortOrders } = await fixture.settle()
    expect(state).toBe('idle')
    expect(shortOrders).toMatchObject([{ uid: order.uid, needed: held + 1n, available: held }])
  })

  /** The outcome of a round if `change` is committed while its solvers compete. */
  const settleDuring = async (uid: Hex, change: (tx: Transaction) => Promise<unknown>) => {
    const count = await ctx.db.settlementTransaction.count()
    let outcome: Promise<unknown> | undefined
    await ctx.db.$transaction(
      async (tx) => {
        await lockOrders(tx, [uid])
        outcome = fixture.settle()
        await until(() => isLockAwaited(ctx))
        await change(tx)
        await refreshOrders(tx, { uids: [uid], nowSeconds: 0 })
      },
      { timeout: 240_000 },
    )
    expect(await ctx.db.settlementTransaction.count()).toBe(count)
    return outcome
  }

  test('does not settle an order that is cancelled while solvers compete', async () => {
    const order = await fixture.place(1, {})
    const cancellation = { at: new Date(), reason: 'user_signature' }
    const outcome = settleDuring(order.uid, (tx) => saveCancellation(tx, [order.uid], cancellation))
    expect(await outcome).toMatchObject({ state: 'busy' })
    expect(await fixture.filled(order)).toBe(0n)
  })

  test('does not settle an order that loses its presignature while solvers compete', async () => {
    const order = await fixture.place(1, {})
    const outcome = settleDuring(order.uid, (tx) =>
      tx.order.update({ where: { uid: order.uid }, data: { signingScheme: 'presign' } }),
    )
    expect(await outcome).toMatchObject({ state: 'busy' })
    expect(await fixture.filled(order)).toBe(0n)
  })

  test('sends no transaction for a signature that the contract rejects', async () => {
    const order = await fixture.place(1, {})
    const signature = `0x${'11'.repeat(64)}1b` as const
    await ctx.db.order.updateMany({ where: { uid: order.uid }, data: { signature } })
    const count = await ctx.db.settlementTransaction.count()
    expect((await fixture.settle()).state).toBe('idle')
    expect(await ctx.db.settlementTransaction.count()).toBe(count)
  })

  test('counts a revert against the orders, and quarantines them after three', async () => {
    const order = await fixture.place(1, {})
    await fixture.rpc('evm_setAutomine', [false])
    const invalidate = encodeFunctionData({
      abi: settlementAbi,
      functionName: 'invalidateOrder',
      args: [order.uid],
    })
    const round = fixture.settle()
    await untilSent(ctx)
    const dear = {
      gas: '0x30000',
      maxFeePerGas: '0x174876e800',
      maxPriorityFeePerGas: '0x174876e800',
    }
    const call = { from: order.owner, to: defaultSettlement, data: invalidate, ...dear }
    await fixture.rpc('eth_sendTransaction', [call])
    await fixture.rpc('evm_mine', [])
    await fixture.rpc('evm_setAutomine', [true])
    expect((await round).state).toBe('failed')
    const row = await ctx.db.order.findUniqueOrThrow({ where: { uid: order.uid } })
    expect(row.failedSettlements).toBe(1)
    await ctx.db.order.update({
      where: { uid: order.uid },
      data: { failedSettlements: 3, frozenUntil: new Date(4_000_000_000_000) },
    })
    expect(
      (await listOpenOrders(ctx.db, { chainId: 1, nowSeconds: 0, trusted: [] })).orders,
    ).toEqual([])
  })

  test('sends nothing under a replaced leader', async () => {
    const order = await fixture.place(1, {})
    const old = runRound(ctx, { chainId: 1, epoch: 0n })
    await expect(old).rejects.toMatchObject({ code: 'Conflict' })
    expect(await fixture.filled(order)).toBe(0n)
    expect((await fixture.settle()).state).toBe('mined')
  })

  test('rebroadcasts a transaction that the node lost, with the same bytes', async () => {
    const order = await fixture.place(1, {})
    const txHash = await fixture.leavePending()
    await fixture.rpc('anvil_dropTransaction', [txHash])
    await fixture.rpc('evm_setAutomine', [true])
    await fixture.settle()
    const row = await ctx.db.settlementTransaction.findUniqueOrThrow({ where: { txHash } })
    expect(row.state).toBe('mined')
    expect(await fixture.filled(order)).toBe(order.sellAmount)
  })

  test('cancels a settlement past its deadline at its nonce', async () => {
    const order = await fixture.place(1, {})
    const txHash = await fixture.leavePending()
    await fixture.rpc('anvil_dropTransaction', [txHash])
    await fixture.rpc('anvil_mine', ['0x8'])
    await fixture.rpc('evm_setAutomine', [true])
    await ctx.db.order.updateMany({ data: { status: 'cancelled' } })
    expect((await fixture.settle()).state).toBe('idle')
    const row = await ctx.db.settlementTransaction.findUniqueOrThrow({ where: { txHash } })
    expect(row.state).toBe('abandoned')
    const address = fixture.network.solver.address
    const used = await ctx.chain(1).client.getTransactionCount({ address })
    expect(BigInt(used)).toBe(row.nonce + 1n)
    expect(await fixture.filled(order)).toBe(0n)
  })
})
