import { expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { findOrder } from '@/lib/orders/order-store'
import { type PlaceOrderInput, placeOrder } from '@/lib/orders/placement/place-order'
import type { OrderFixture } from '@/lib/testing/orders/order-fixture'
import { contractSubmission } from '@/lib/testing/orders/sign-test-order'
import { test } from '@/lib/testing/test'
import { insertInvalidation, insertPresignature, insertTrade } from '@/lib/testing/test-order'

let fixture: OrderFixture
let ctx: Context

test.beforeAll(({ orders }) => {
  fixture = orders
  ctx = fixture.ctx
})

/** Computes the uid of a submission by placing and deleting a copy. */
async function uidOf(submission: PlaceOrderInput): Promise<Hex> {
  const uid = await placeOrder(ctx, submission)
  await ctx.db.order.delete({ where: { uid } })
  return uid
}

const notificationsOf = (uid: Hex) =>
  ctx.db.notification.findMany({ where: { orderUid: uid }, orderBy: { sequence: 'asc' } })

test('applies and notifies of a cancellation on chain that came before the order', async () => {
  const submission = await fixture.sign()
  const uid = await uidOf(submission)
  await insertInvalidation(ctx.db, { uid })
  await placeOrder(ctx, submission)
  const order = await findOrder(ctx.db, 1, uid)
  expect(order).toMatchObject({ status: 'cancelled', invalidated: true, onchainUser: order?.owner })
  expect(await notificationsOf(uid)).toMatchObject([
    {
      type: 'order_cancelled',
      account: order?.owner,
      metadata: { reason: 'onchain_cancellation' },
    },
  ])
})

test('applies fills that came before the order and notifies of each', async () => {
  const submission = await fixture.sign({ sellAmount: 1_000n, partiallyFillable: true })
  const uid = await uidOf(submission)
  await insertTrade(ctx.db, { uid, block: 1, sellAmount: 400n, buyAmount: 800n })
  await insertTrade(ctx.db, { uid, block: 2, sellAmount: 600n, buyAmount: 1_200n })
  await placeOrder(ctx, submission)
  expect(await findOrder(ctx.db, 1, uid)).toMatchObject({
    status: 'fulfilled',
    executedSell: 1_000n,
  })
  expect((await notificationsOf(uid)).map(({ type }) => type)).toEqual([
    'order_partially_filled',
    'order_filled',
  ])
})

test('applies a presignature that came before the order, without a notification', async () => {
  const from = `0x${'0e'.repeat(20)}` as const
  const by = { from, signingScheme: 'presign', signature: '0x' } as const
  const submission = contractSubmission(fixture.terms(), by)
  const uid = await uidOf(submission)
  await insertPresignature(ctx.db, { uid, signed: true })
  await placeOrder(ctx, submission)
  expect(await findOrder(ctx.db, 1, uid)).toMatchObject({ status: 'open', signed: true })
  expect(await notificationsOf(uid)).toEqual([])
})

test('ignores events of another network', async () => {
  const submission = await fixture.sign()
  const uid = await uidOf(submission)
  await insertInvalidation(ctx.db, { uid, chainId: 100 })
  await placeOrder(ctx, submission)
  expect(await findOrder(ctx.db, 1, uid)).toMatchObject({ status: 'open' })
  expect(await notificationsOf(uid)).toEqual([])
})
