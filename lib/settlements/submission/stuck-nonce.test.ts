import { numberToHex } from 'viem'
import { beforeEach, expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { test } from '@/lib/testing/test'
import { repeat, until } from '@/lib/testing/until'

/** A base fee in wei above the fees of any earlier settlement. */
const highBaseFee = 10n ** 11n

let fixture: SolverFixture
let ctx: Context

test.beforeAll(({ solver }) => {
  fixture = solver
  ctx = fixture.ctx
})
beforeEach(() => ctx.db.order.updateMany({ data: { status: 'cancelled' } }))

const rowOf = (txHash: Hex) => ctx.db.settlementTransaction.findUniqueOrThrow({ where: { txHash } })

/** Mines a block with the base fee `highBaseFee`. */
const mineExpensive = async () => {
  await fixture.rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(highBaseFee)])
  await fixture.rpc('anvil_mine', ['0x1'])
}

test('cancels a settlement past its deadline even if blocks require higher fees than it offers', async () => {
  const order = await fixture.place(1, {})
  const txHash = await fixture.leavePending()
  const { deadlineBlock } = await rowOf(txHash)
  await fixture.rpc('anvil_setBalance', [fixture.network.solver.address, numberToHex(10n ** 24n)])
  const head = () => ctx.chain(1).client.getBlockNumber()
  await repeat(
    () => mineExpensive().then(head),
    (number) => number > deadlineBlock,
  )
  const round = fixture.settle()
  await until(async () => {
    await mineExpensive()
    return (await rowOf(txHash)).state !== 'sent'
  })
  expect((await rowOf(txHash)).state).toBe('abandoned')
  await fixture.rpc('evm_setAutomine', [true])
  await round
  expect(await fixture.filled(order)).toBe(order.sellAmount)
})

test('waits while no blocks are mined', async () => {
  const order = await fixture.place(2, {})
  const txHash = await fixture.leavePending()
  const stop = new AbortController()
  const round = fixture.settle(stop.signal)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect((await rowOf(txHash)).state).toBe('sent')
  expect(await ctx.db.settlementTransaction.count({ where: { state: 'sent' } })).toBe(1)
  await fixture.rpc('evm_setAutomine', [true])
  await fixture.rpc('anvil_mine', ['0x1'])
  await round
  expect((await rowOf(txHash)).state).toBe('mined')
  expect(await fixture.filled(order)).toBe(order.sellAmount)
})
