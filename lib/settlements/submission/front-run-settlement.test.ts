import { encodeFunctionData, numberToHex } from 'viem'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { erc20Abi } from '@/lib/chain/contract-abis'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import type { UnlockedTransaction } from '@/lib/devnet/rpc'
import type { NewOrder } from '@/lib/orders/order-record'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { cases } from '@/lib/testing/cases'
import { listPushablePools, pushTransaction } from '@/lib/testing/chain/push-pool'
import { test } from '@/lib/testing/test'
import { until } from '@/lib/testing/until'

const gwei = 10n ** 9n
/** A base fee above what any settlement offers, so that no block contains it. */
const highBaseFee = 150n * gwei

let fixture: SolverFixture
let ctx: Context

test.beforeAll(({ solver }) => {
  fixture = solver
  ctx = fixture.ctx
})
beforeEach(async () => {
  await ctx.db.order.updateMany({ data: { status: 'cancelled' } })
  await fixture.rpc('anvil_setBalance', [fixture.network.solver.address, numberToHex(10n ** 24n)])
})
afterEach(async () => {
  await fixture.rpc('evm_setAutomine', [true])
  await fixture.rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(gwei)])
})

const newest = () => ctx.db.settlementTransaction.findFirstOrThrow({ orderBy: { id: 'desc' } })
const rowOf = ({ uid }: NewOrder) => ctx.db.order.findUniqueOrThrow({ where: { uid } })

type Pooled = { readonly to: Hex | null; readonly maxPriorityFeePerGas?: Hex }

/** Returns a settlement in the mempool. */
async function findPooled(): Promise<Pooled | undefined> {
  const { pending } = (await fixture.rpc('txpool_content', [])) as {
    readonly pending: Readonly<Record<string, Readonly<Record<string, Pooled>>>>
  }
  const pooled = Object.values(pending).flatMap((byNonce) => Object.values(byNonce))
  return pooled.find(({ to }) => to?.toLowerCase() === defaultSettlement)
}

/** Waits for a settlement in the mempool and returns its tip in wei. */
async function untilPooled(): Promise<bigint> {
  let seen: Pooled | undefined
  await until(async () => {
    seen = await findPooled()
    return seen !== undefined
  })
  return BigInt(seen?.maxPriorityFeePerGas ?? '0x0')
}

/** Sends a transaction that moves the prices of all pools of WETH down by 1 %. */
async function sendSwaps(tip: bigint): Promise<void> {
  const weth = fixture.token('WETH')
  const pools = await listPushablePools(fixture.rpc)
  for (const isFirst of [true, false]) {
    const moved = pools.filter(({ tokens }) => tokens[isFirst ? 0 : 1] === weth)
    const swaps = await pushTransaction(fixture.rpc, moved, isFirst ? 0.99 : 1 / 0.99)
    await sendUnmined(swaps, tip)
  }
}

async function sendUnmined({ gas, ...call }: UnlockedTransaction, tip: bigint): Promise<void> {
  const fees = {
    maxFeePerGas: numberToHex(2n * highBaseFee + tip),
    maxPriorityFeePerGas: numberToHex(tip),
  }
  const limit = gas === undefined ? {} : { gas: numberToHex(gas) }
  await fixture.rpc('eth_sendTransaction', [{ ...call, ...limit, ...fees }])
}

/** Mines a block with this base fee. */
async function mineAt(baseFee: bigint): Promise<void> {
  await fixture.rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(baseFee)])
  await fixture.rpc('evm_mine', [])
}

test('cancels at its nonce a public settlement that would revert on two heads, and settles its order next', async () => {
  const order = await fixture.place(1, {})
  await fixture.rpc('evm_setAutomine', [false])
  const round = fixture.settle()
  await untilPooled()
  await sendSwaps(3n * gwei)
  const { nonce } = await newest()
  const isWithdrawn = async () => (await newest()).withdrawal !== null
  await until(async () => {
    await mineAt(highBaseFee)
    // Otherwise the node would refuse the settlement when it is sent again.
    await fixture.rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(gwei)])
    // Time for a simulation on each block: after some blocks more the settlement's deadline would end it.
    return vi.waitUntil(isWithdrawn, { timeout: 2_000 }).catch(() => false)
  })
  // The row is marked before the cancellation replaces the settlement in the mempool. A block between the two would mine it.
  await until(async () => (await findPooled()) === undefined)
  await until(async () => {
    await mineAt(gwei)
    return (await newest()).state !== 'sent'
  })
  expect((await round).state).toBe('withdrawn')
  expect(await newest()).toMatchObject({ nonce, state: 'withdrawn', error: expect.any(String) })
  expect(await rowOf(order)).toMatchObject({ failedSettlements: 0, frozenUntil: null })
  await fixture.rpc('evm_setAutomine', [true])
  expect((await fixture.settle()).state).toBe('mined')
  expect(await fixture.filled(order)).toBe(order.sellAmount)
})

test('blames no order if a swap of 1 % at twice the tip reverts public settlements', {
  tags: ['long'],
}, async () => {
  const order = await fixture.place(2, {})
  const settled = () => ctx.db.settlementTransaction.count()
  for (let attack = 0; attack < cases(1, 4); attack += 1) {
    const before = await settled()
    await fixture.rpc('evm_setAutomine', [false])
    const round = (async () => {
      let { state } = await fixture.settle()
      // The order backs off for some seconds after a revert.
      while ((await settled()) === before) ({ state } = await fixture.settle())
      return state
    })()
    await sendSwaps(2n * (await untilPooled()))
    await fixture.rpc('evm_mine', [])
    expect(await round).toBe('failed')
    expect(await newest()).toMatchObject({ state: 'failed', error: 'reverted: moved' })
    await fixture.rpc('evm_setAutomine', [true])
  }
  expect(await rowOf(order)).toMatchObject({ failedSettlements: 0, frozenUntil: null })
  await until(async () => (await fixture.settle()).state === 'mined')
  expect(await fixture.filled(order)).toBe(order.sellAmount)
})

test('blames only the owner that withdraws its funds in the same block', async () => {
  const [weth, usdc] = [fixture.token('WETH'), fixture.token('USDC')]
  const good = await fixture.place(3, { sellAmount: 10n ** 17n })
  const bad = await fixture.place(4, { sellToken: usdc, buyToken: weth, sellAmount: 300_000_000n })
  await fixture.rpc('evm_setAutomine', [false])
  const round = fixture.settle()
  const tip = await untilPooled()
  const args = [good.owner, await fixture.balanceOf(usdc, bad.owner)] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  await sendUnmined({ from: bad.owner, to: usdc, data, gas: 200_000 }, 2n * tip)
  await fixture.rpc('evm_mine', [])
  expect((await newest()).orderUids).toHaveLength(2)
  expect((await round).state).toBe('failed')
  expect(await newest()).toMatchObject({ error: 'reverted: orders fail alone' })
  expect((await rowOf(bad)).failedSettlements).toBe(1)
  expect((await rowOf(good)).failedSettlements).toBe(0)
  await fixture.rpc('evm_setAutomine', [true])
  await until(async () => (await fixture.settle()).state === 'mined')
  expect(await fixture.filled(good)).toBe(good.sellAmount)
})
