import { afterAll, beforeEach, expect } from 'vitest'
import webPush from 'web-push'
import { exportData } from '@/lib/channels/account-data'
import { deliver } from '@/lib/channels/sending/deliver'
import { senders } from '@/lib/channels/sending/senders'
import { renewEndpoint, saveEndpoint } from '@/lib/channels/subscriptions/save-endpoint'
import { everywhere } from '@/lib/core/identity'
import { inTransaction } from '@/lib/db/database'
import { listAccountDeliveries } from '@/lib/outbox/delivery-store'
import { listSubscriptions } from '@/lib/outbox/subscription-store'
import { accountOf, saveTestNotifications } from '@/lib/testing/channels/delivery-fixture'
import { type PushService, startPushService } from '@/lib/testing/channels/push-service'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { renewPush } from './renew-push'

const vapid = webPush.generateVAPIDKeys()
const { signal } = new AbortController()
let push: PushService
let database: TestDatabase
let ctx: ReturnType<typeof createTestContext>
let number = 0

test.beforeAll(async ({ database: empty }) => {
  push = await startPushService()
  database = empty
  ctx = createTestContext({
    url: database.url,
    environment: {
      ENCRYPTION_KEY: 'ab'.repeat(32),
      VAPID_PUBLIC_KEY: vapid.publicKey,
      VAPID_PRIVATE_KEY: vapid.privateKey,
      VAPID_SUBJECT: 'mailto:operator@trade.example',
      WEBHOOK_ALLOWED_HOSTS: push.host,
    },
  })
})
afterAll(async () => {
  await push.close()
  await ctx.db.$disconnect()
})
beforeEach(() => {
  number += 1
  push.messages.length = 0
})

const account = () => accountOf(number)
const targetOf = (path: string) => ({
  ...push.subscription,
  endpoint: `http://${push.host}/${number}/${path}`,
})
const browser = (path: string) =>
  ({
    ...everywhere(account()),
    channel: 'web_push',
    label: path,
    target: targetOf(path),
    types: ['order_filled'],
    isConfirmed: true,
  }) as const
const add = async (path: string) => {
  const kept = await inTransaction(ctx.db, (tx) => renewEndpoint(tx, ctx, browser(path)))
  if (kept.kind === 'full') throw new Error('no room')
  return kept.subscription.id
}
const renew = (from: string, to: string) => {
  const { endpoint: oldEndpoint, keys } = targetOf(from)
  return renewPush(ctx, { oldEndpoint, oldAuth: keys.auth, target: targetOf(to) })
}
const say = (name: string) => saveTestNotifications(ctx, account(), [`${number}/${name}`])
const turn = (subscriptionId: string) => deliver(ctx, { subscriptionId, senders, signal })
const row = (id: string) => ctx.db.subscription.findUnique({ where: { id } })
const listed = async () =>
  (await listSubscriptions(ctx.db, everywhere(account()))).map(({ label }) => label)
const sent = async () =>
  (await listAccountDeliveries(ctx.db, everywhere(account()), { limit: 9 })).map(
    ({ label, state }) => [label, state],
  )

test.each([404, 410])('an endpoint that answers %i is deleted with its keys', async (status) => {
  const id = await add('old')
  await say('a')
  await turn(id)
  await say('b')
  push.answers.push({ status })
  expect(await turn(id)).toBe('failing')
  const gone = await row(id)
  expect(gone).toMatchObject({ target: null, secret: null })
  expect(JSON.stringify(gone)).not.toContain(push.host)
  expect(await listed()).toEqual([])
  const { subscriptions } = await exportData(ctx, everywhere(account()))
  expect(subscriptions).toMatchObject([{ subscription: { id, label: 'old' }, target: {} }])
  expect(await sent()).toEqual([
    ['old', 'dead'],
    ['old', 'sent'],
  ])
  expect(await say('c')).toHaveLength(1)
  expect(await turn(id)).toBe('idle')
  expect(push.messages).toHaveLength(2)
})

test('a delivery rejected by the old endpoint goes to the browser’s new one', async () => {
  const id = await add('old')
  await say('a')
  push.answers.push({ status: 410, before: () => renew('old', 'new') })
  await turn(id)
  expect(await sent()).toEqual([['old', 'waiting']])
  expect(await turn(id)).toBe('sent')
  expect(push.messages.map(({ path }) => path)).toEqual([`/${number}/old`, `/${number}/new`])
  expect(await sent()).toEqual([['old', 'sent']])
  expect(await row(id)).toMatchObject({ stoppedAt: null, target: expect.any(String) })
})

test('a browser that moves at each attempt is not followed forever', async () => {
  const id = await add('0')
  await say('a')
  const move = (from: number) => ({ status: 410, before: () => renew(`${from}`, `${from + 1}`) })
  push.answers.push(...Array.from({ length: 9 }, (_, from) => move(from)))
  for (let turns = 0; turns < 9; turns++) await turn(id)
  push.answers.splice(0)
  expect(push.messages).toHaveLength(8)
  expect(await sent()).toEqual([['0', 'dead']])
  expect(await row(id)).toMatchObject({ stoppedAt: null })
})

test('a browser that reports its new endpoint after the old one was deleted resumes', async () => {
  const id = await add('old')
  await say('a')
  push.answers.push({ status: 410 })
  await turn(id)
  expect(await renew('other', 'new')).toBe(0)
  expect(await renew('old', 'new')).toBe(1)
  expect(await listed()).toEqual(['old'])
  await say('b')
  expect(await turn(id)).toBe('sent')
  expect(push.messages.at(-1)?.path).toBe(`/${number}/new`)
})

test('a browser that is gone makes room for another channel, the oldest first', async () => {
  const ids: string[] = []
  for (let count = 0; count < 10; count++) ids.push(await add(`${count}`))
  await say('a')
  for (const id of ids.slice(4, 6)) {
    push.answers.push({ status: 410 })
    await turn(id)
  }
  expect(await listed()).toHaveLength(8)
  await add('x')
  expect([await row(ids[4]!), (await row(ids[5]!))?.label]).toEqual([null, '5'])
  await add('y')
  expect(await listed()).toHaveLength(10)
  const kept = inTransaction(ctx.db, (tx) => saveEndpoint(tx, ctx, browser('z')))
  expect(await kept).toEqual({ kind: 'full' })
})
