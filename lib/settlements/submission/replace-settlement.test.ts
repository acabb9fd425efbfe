import { setTimeout as delay } from 'node:timers/promises'
import { parseTransaction } from 'viem'
import { afterEach, beforeEach, expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { type SolverFixture, untilSent } from '@/lib/testing/auctions/solver-fixture'
import { test } from '@/lib/testing/test'
import { until } from '@/lib/testing/until'

let fixture: SolverFixture
let ctx: Context

test.beforeAll(({ solver }) => {
  fixture = solver
  ctx = fixture.ctx
})
beforeEach(() => ctx.db.order.updateMany({ data: { status: 'cancelled' } }))
afterEach(() => fixture.rpc('evm_setAutomine', [true]))

const newest = () => ctx.db.settlementTransaction.findFirstOrThrow({ orderBy: { id: 'desc' } })

/** Starts a round on a chain with manual mining, and waits until its settlement is sent. */
async function startRound() {
  await fixture.rpc('evm_setAutomine', [false])
  const round = fixture.settle()
  await untilSent(ctx)
  return { round }
}

/**
 * Milliseconds for the worker to act on a block: it polls every quarter of a second. It counts blocks from when it begins to
 * wait, a moment after it has sent, so that no fixed number of them makes it replace a settlement.
 */
const blockMs = 800

/** Mines blocks without the pending settlement until it is sent again with higher fees. */
async function passOver(txHash: string) {
  const isReplaced = async () => (await newest()).replacedHashes.includes(txHash)
  await until(async () => {
    if (await isReplaced()) return true
    await fixture.rpc('anvil_dropTransaction', [txHash])
    await fixture.rpc('evm_mine', [])
    await delay(blockMs)
    return isReplaced()
  })
}

test('resends a settlement that blocks skip, with fees raised by an eighth', async () => {
  const order = await fixture.place(1, {})
  const { round } = await startRound()
  const before = await newest()
  await passOver(before.txHash)
  const after = await newest()
  const [first, second] = [before, after].map(({ rawTransaction }) =>
    parseTransaction(rawTransaction as `0x02${string}`),
  )
  expect(after.nonce).toBe(before.nonce)
  expect(second?.data).toBe(first?.data)
  for (const key of ['maxFeePerGas', 'maxPriorityFeePerGas'] as const) {
    expect(second?.[key] ?? 0n).toBeGreaterThanOrEqual(((first?.[key] ?? 0n) * 1125n) / 1000n)
  }
  await fixture.rpc('evm_mine', [])
  expect(await round).toMatchObject({ state: 'mined', txHash: after.txHash })
  expect(await fixture.filled(order)).toBe(order.sellAmount)
})

test('reports the settlement with the lower fees if that one is mined', {
  tags: ['long-only'],
}, async () => {
  const order = await fixture.place(1, {})
  const { round } = await startRound()
  const before = await newest()
  await passOver(before.txHash)
  const after = await newest()
  await fixture.rpc('anvil_dropTransaction', [after.txHash])
  await fixture.rpc('eth_sendRawTransaction', [before.rawTransaction as Hex])
  await fixture.rpc('evm_mine', [])
  expect(await round).toMatchObject({ state: 'mined', txHash: before.txHash })
  expect(await newest()).toMatchObject({ state: 'mined', txHash: before.txHash })
  expect(await fixture.filled(order)).toBe(order.sellAmount)
})
