import { expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import type { NewNotification } from '@/lib/core/notification'
import { inTransaction } from '@/lib/db/database'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { saveNotifications } from './notification-store'
import { readNotifications } from './read-notifications'

const account: Address = `0x${'11'.repeat(20)}`
let database: TestDatabase

test.beforeAll(({ database: empty }) => {
  database = empty
})

function notification(id: string, changes: Partial<NewNotification> = {}): NewNotification {
  const orderUid = `0x${'ab'.repeat(56)}` as const
  return {
    id,
    chainId: 1,
    account,
    type: 'order_filled',
    message: 'Order filled “…” \u{1F600}',
    orderUid,
    metadata: { orderId: orderUid, executedAmount: '1', chainId: 1 },
    ...changes,
  }
}

const save = (...notifications: NewNotification[]) =>
  inTransaction(database.db, (tx) => saveNotifications(tx, notifications))

async function listJobs(): Promise<string[]> {
  const rows = await database.db.$queryRaw<{ key: string }[]>`
    SELECT key FROM graphile_worker.jobs ORDER BY key`
  return rows.map(({ key }) => key)
}

async function subscribe(changes: { account?: string; enabled?: boolean; confirmed?: boolean }) {
  const row = await database.db.subscription.create({
    data: {
      account,
      channel: 'webhook',
      label: 'receiver.example',
      targetKey: String(Math.random()),
      target: 'sealed',
      types: ['order_filled'],
      enabled: true,
      confirmed: true,
      ...changes,
    },
  })
  return row.id
}

test('saves a notification once, with one delivery per matching subscription', async () => {
  const wanted = await subscribe({})
  await subscribe({ enabled: false })
  await subscribe({ confirmed: false })
  await subscribe({ account: `0x${'22'.repeat(20)}` })
  const first = notification('once')
  const expired = notification('other type', { type: 'order_expired' })
  expect(await save(first, expired)).toEqual(['once', 'other type'])
  expect(await save(first)).toEqual([])
  const deliveries = await database.db.delivery.findMany()
  expect(deliveries).toMatchObject([
    { notificationId: 'once', subscriptionId: wanted, state: 'waiting' },
  ])
  expect(await listJobs()).toEqual([`deliver:${wanted}`])
})

test('adds one job per subscription, in the same transaction', async () => {
  const reader = `0x${'44'.repeat(20)}` as const
  const ids = [await subscribe({ account: reader }), await subscribe({ account: reader })]
  const keys = ids.map((id) => `deliver:${id}`).sort()
  const toReader = (id: string) => notification(id, { account: reader })
  const jobs = async () => (await listJobs()).filter((key) => keys.includes(key))
  const failing = inTransaction(database.db, async (tx) => {
    await saveNotifications(tx, [toReader('never')])
    throw new Error('stop')
  })
  await expect(failing).rejects.toThrow('stop')
  expect(await jobs()).toEqual([])
  await save(toReader('first'), toReader('second'))
  await save(toReader('third'))
  expect(await jobs()).toEqual(keys)
  const deliveries = await database.db.delivery.findMany({
    where: { subscriptionId: ids[0]! },
    orderBy: { id: 'asc' },
  })
  expect(deliveries.map((row) => row.notificationId)).toEqual(['first', 'second', 'third'])
})

test('creates no delivery for a stopped subscription', async () => {
  const reader = `0x${'55'.repeat(20)}` as const
  const id = await subscribe({ account: reader })
  await database.db.subscription.update({
    where: { id },
    data: { stoppedAt: new Date(), stoppedReason: 'gone' },
  })
  await save(notification('unheard', { account: reader }))
  expect(await database.db.delivery.count({ where: { subscriptionId: id } })).toBe(0)
})

test('stores nothing when the transaction fails', async () => {
  const failing = inTransaction(database.db, async (tx) => {
    await saveNotifications(tx, [notification('rolled back')])
    throw new Error('stop')
  })
  await expect(failing).rejects.toThrow('stop')
  expect(await database.db.notification.count({ where: { id: 'rolled back' } })).toBe(0)
})

test('an account reads its own notifications, newest first, in pages', async () => {
  const ctx = createTestContext({ db: database.db })
  const reader: Address = `0x${'33'.repeat(20)}`
  const mine = ['a', 'b', 'c', 'd', 'e'].map((id) => notification(id, { account: reader }))
  await save(...mine)
  const ids = async (page: { limit: number; before?: string }) =>
    (await readNotifications(ctx, reader, page)).map(({ id }) => id)
  expect(await ids({ limit: 2 })).toEqual(['e', 'd'])
  expect(await ids({ limit: 2, before: 'd' })).toEqual(['c', 'b'])
  expect(await ids({ limit: 2, before: 'b' })).toEqual(['a'])
  expect(await ids({ limit: 2, before: 'a' })).toEqual([])
  await expect(ids({ limit: 2, before: 'once' })).rejects.toMatchObject({ code: 'BadRequest' })
  const [read] = await readNotifications(ctx, reader, { limit: 1 })
  expect(read).toMatchObject(mine[4]!)
})
