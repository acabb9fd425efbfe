import { beforeEach, expect } from 'vitest'
import type { Context } from '@/lib/context'
import { toUnixSeconds } from '@/lib/core/time'
import type { NewOrder } from '@/lib/orders/order-record'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { test } from '@/lib/testing/test'

let fixture: SolverFixture
let ctx: Context

test.beforeAll(({ solver }) => {
  fixture = solver
  ctx = fixture.ctx
})

beforeEach(() => ctx.db.order.updateMany({ data: { status: 'cancelled' } }))

/** Places a part of a schedule that begins after these seconds. */
async function placePart(inSeconds: number, sellAmount: bigint): Promise<NewOrder> {
  const order = await fixture.place(1, { sellAmount })
  await begin(order, inSeconds)
  return order
}

async function begin({ uid }: NewOrder, inSeconds: number): Promise<void> {
  const validFrom = BigInt(toUnixSeconds(Date.now()) + inSeconds)
  await ctx.db.order.update({ where: { uid }, data: { schedule: 'weekly', validFrom } })
}

test('a part is filled at its time', async () => {
  const order = await placePart(3_600, 10n ** 15n)
  expect(await fixture.settle()).toMatchObject({ state: 'idle' })
  // Instead of an hour's wait: a settlement needs the chain's time, which does not stop.
  await begin(order, 0)
  expect(await fixture.settle()).toMatchObject({ state: 'mined' })
  expect(await fixture.filled(order)).toBe(order.sellAmount)
})

test('a part that is not valid yet draws on no funds', async () => {
  const held = await fixture.balanceOf(
    fixture.token('WETH'),
    fixture.network.accounts[1]?.address ?? '0x',
  )
  // The older order would get the funds first.
  const later = await placePart(3_600, held / 2n)
  const now = await placePart(0, held)
  expect(await fixture.settle()).toMatchObject({ state: 'mined' })
  expect(await fixture.filled(now)).toBe(held)
  expect(await fixture.filled(later)).toBe(0n)
  expect(await fixture.settle()).toMatchObject({ state: 'idle' })
})
