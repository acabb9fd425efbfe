import { expect } from 'vitest'
import { saveEndpoint } from '@/lib/channels/subscriptions/save-endpoint'
import type { Address } from '@/lib/core/address'
import { noOrder } from '@/lib/core/notification'
import type { AccountFixture } from '@/lib/testing/accounts/account-fixture'
import { saveTestNotifications } from '@/lib/testing/channels/delivery-fixture'
import { test } from '@/lib/testing/test'

let fixture: AccountFixture

test.beforeEach(({ accounts }) => {
  fixture = accounts
})

const keys = { p256dh: 'a-key-of-the-browser', auth: 'a-secret-of-the-browser' }
const mail = 'anna@mail.example'
const chatId = '7301199'

/** Creates an account with four channels, two deliveries each, and a read mark. */
const fill = async () => {
  const { account, ask } = await fixture.signIn()
  const path = `/${account.slice(-4)}`
  const url = `http://${fixture.receiver.host}${path}`
  const { body } = await ask('POST', '/subscriptions', { channel: 'webhook', url })
  const facts = { account, networks: null, types: ['order_filled'], isConfirmed: true } as const
  const { db } = fixture.ctx
  await saveEndpoint(db, fixture.ctx, {
    ...{ ...facts, channel: 'email', label: 'a…@mail.example' },
    target: { address: mail },
  })
  const endpoint = 'https://push.example/1'
  await saveEndpoint(db, fixture.ctx, {
    ...{ ...facts, channel: 'web_push', label: 'Browser' },
    target: { endpoint, keys },
  })
  await saveEndpoint(db, fixture.ctx, {
    ...{ ...facts, channel: 'telegram', label: '@anna' },
    target: { chatId },
  })
  await saveTestNotifications(fixture.ctx, account, [`${path}/1`, `${path}/2`])
  const readAt = new Date(fixture.ctx.now())
  await db.inbox.create({ data: { account, readTo: 5n } })
  await db.notification.update({ where: { id: `${path}/1` }, data: { readAt } })
  const announcement = await db.announcement.create({
    data: { title: 'News', message: 'News.', publishedAt: readAt },
  })
  await db.announcementRead.create({
    data: { account, chainId: 0, announcementId: announcement.id, readAt },
  })
  await db.telegramLink.create({
    data: { tokenHash: path, account, types: [], expiresAt: readAt },
  })
  const alert = { chainId: 1, token: alertToken, condition: 'above', limitUsd: 1e9 } as const
  await db.priceAlert.create({ data: { ...alert, account, createdAt: readAt } })
  await db.notification.create({
    data: {
      ...{ id: `${path}/alert`, account, chainId: 1, type: 'price_alert', orderUid: noOrder },
      ...{ message: 'Price alert.', metadata: alert, createdAt: readAt },
    },
  })
  return { account, ask, url, path, endpoint, ...body } as const
}

const alertToken = `0x${'a1'.repeat(20)}`

/** Counts the rows with the account in every table. */
const rowsOf = async (account: Address) => {
  const { db } = fixture.ctx
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'account' ORDER BY 1`
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await db.$queryRawUnsafe<{ count: number }[]>(
      `SELECT count(*)::int AS count FROM "${name}" WHERE account = $1`,
      account,
    )
    if (row!.count > 0) counts[name] = row!.count
  }
  return counts
}

test('exports all notification data of an account without the secrets of its channels', async () => {
  const { account, ask, url, path, endpoint, secret } = await fill()
  await fill()
  const { status, body, headers } = await ask('GET', '/export')
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[\w-]+\.json"$/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toMatchObject({ account, readTo: '5' })
  expect(body.subscriptions.map(({ target }: { target: object }) => target)).toEqual([
    { url },
    { address: mail },
    { endpoint },
    {},
  ])
  expect(body.deliveries).toHaveLength(8)
  expect(body.readNotifications).toMatchObject([{ id: `${path}/1` }])
  expect(body.readAnnouncements).toHaveLength(1)
  expect(body.priceAlerts).toMatchObject([{ token: alertToken, limitUsd: 1e9, armed: true }])
  const text = JSON.stringify(body)
  for (const hidden of [secret.slice(6), keys.auth, keys.p256dh, chatId])
    expect(text).not.toContain(hidden)
})

test('deletes all notification data of an account, and of no other', async () => {
  const [mine, theirs] = [await fill(), await fill()]
  const before = await rowsOf(theirs.account)
  const { status, body } = await mine.ask('DELETE', '/data')
  expect({ status, body }).toEqual({
    status: 200,
    body: { subscriptions: 4, deliveries: 8, priceAlerts: 1, readMarks: 3 },
  })
  expect(await rowsOf(mine.account)).toEqual({ notifications: 2, sessions: 1 })
  expect(
    await fixture.ctx.db.notification.count({
      where: { account: mine.account, readAt: { not: null } },
    }),
  ).toBe(0)
  expect(await rowsOf(theirs.account)).toEqual(before)
  const { body: left } = await mine.ask('GET', '/export')
  expect(left).toMatchObject({ subscriptions: [], deliveries: [], readTo: null })
})

test('sends nothing after deletion', async () => {
  const { ask, account, subscription } = await fill()
  await ask('DELETE', '/data')
  await saveTestNotifications(fixture.ctx, account, [`${account}/later`])
  expect(await fixture.turn(subscription.id)).toBe('idle')
  expect(fixture.receiver.heard).toEqual([])
})
