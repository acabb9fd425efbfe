import { beforeEach, describe, expect } from 'vitest'
import { hashLinkToken, linkTelegramChat } from '@/lib/channels/telegram/telegram-link'
import { insertTelegramLink } from '@/lib/channels/telegram/telegram-link-store'
import { replyToOrders } from '@/lib/channels/telegram/telegram-replies'
import { renewPush } from '@/lib/channels/web-push/renew-push'
import type { NetworkScope } from '@/lib/core/identity'
import { inTransaction } from '@/lib/db/database'
import { accountOf } from '@/lib/testing/channels/delivery-fixture'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { testOrder } from '@/lib/testing/test-order'
import { renewEndpoint } from './save-endpoint'

let database: TestDatabase
let ctx: ReturnType<typeof createTestContext>
let number = 0
let account = accountOf(number)

test.beforeAll(({ database: empty }) => {
  database = empty
  ctx = createTestContext({
    db: database.db,
    rpcUrls: new Map([1, 100].map((chainId) => [chainId, 'http://127.0.0.1:9'])),
    environment: { ENCRYPTION_KEY: 'ab'.repeat(32), WEBHOOK_ALLOWED_HOSTS: '127.0.0.1:9' },
  })
})
beforeEach(() => {
  account = accountOf(++number)
})

const targetOf = (name: string) => ({
  endpoint: `http://127.0.0.1:9/${account}/${name}`,
  keys: { p256dh: 'AAAA', auth: 'AAAA' },
})
/** Adds a browser, or adds it again, in a session of this network scope. */
const addBrowser = (networks: NetworkScope, name = 'a') =>
  inTransaction(ctx.db, (tx) =>
    renewEndpoint(tx, ctx, {
      ...{ account, networks, channel: 'web_push', target: targetOf(name), label: 'Browser' },
      ...{ types: ['order_filled'], isConfirmed: true },
    }),
  )
const scopes = async () => {
  const rows = await ctx.db.subscription.findMany({ where: { account } })
  return rows.map(({ networks }) => String(networks)).sort()
}

describe('a browser that is added again', () => {
  test('takes over the scope of the session when that is equal or wider', async () => {
    await addBrowser([1])
    expect(await addBrowser([1])).toMatchObject({ kind: 'known' })
    expect(await scopes()).toEqual(['1'])
    expect(await addBrowser([1, 100])).toMatchObject({ subscription: { networks: [1, 100] } })
    expect(await scopes()).toEqual(['1,100'])
    expect(await addBrowser(null)).toMatchObject({ subscription: { networks: null } })
    expect(await scopes()).toEqual([''])
  })

  test('is a separate channel in a session of narrower scope', async () => {
    await addBrowser([1, 100])
    expect(await addBrowser([1])).toMatchObject({ kind: 'added' })
    expect(await scopes()).toEqual(['1', '1,100'])
    // Of the two, the one of exactly these networks matches.
    expect(await addBrowser([1, 100])).toMatchObject({ kind: 'known' })
    expect(await scopes()).toEqual(['1', '1,100'])
  })

  test('replaces the old endpoint by its new one only within the same scope', async () => {
    for (const networks of [null, [1], [100]]) await addBrowser(networks, 'a')
    for (const networks of [[1, 100], [100]]) await addBrowser(networks, 'b')
    const renewal = { oldEndpoint: targetOf('a').endpoint, oldAuth: 'AAAA', target: targetOf('b') }
    expect(await renewPush(ctx, renewal)).toBe(3)
    expect(await scopes()).toEqual(['', '1', '1,100', '100'])
    const keys = await ctx.db.subscription.groupBy({ by: ['targetKey'], where: { account } })
    expect(keys).toHaveLength(1)
  })
})

describe('browsers that are gone', () => {
  /** Ten browsers of a scope, the first of them gone. */
  const tenOf = async (networks: NetworkScope) => {
    for (let index = 0; index < 10; index++) await addBrowser(networks, `${index}`)
    const first = await ctx.db.subscription.findFirst({
      where: { account },
      orderBy: { createdAt: 'asc' },
    })
    const gone = { target: null, stoppedAt: new Date(ctx.now()), stoppedReason: 'gone' }
    await ctx.db.subscription.update({ where: { id: first!.id }, data: gone })
    return first!.id
  }
  const isKept = async (id: string) => (await ctx.db.subscription.count({ where: { id } })) > 0

  test.each([
    ['all networks', null],
    ['another network too', [1, 100]],
  ])('and cover %s do not count and stay unchanged', async (_, networks) => {
    const gone = await tenOf(networks)
    expect(await addBrowser([1], 'new')).toMatchObject({ kind: 'added' })
    expect(await addBrowser([1], 'newer')).toMatchObject({ kind: 'full' })
    expect(await isKept(gone)).toBe(true)
  })

  test('and have no wider scope make room for new ones', async () => {
    const gone = await tenOf([1])
    expect(await addBrowser([1, 100], 'new')).toMatchObject({ kind: 'added' })
    expect(await isKept(gone)).toBe(false)
    expect(await addBrowser([1, 100], 'newer')).toMatchObject({ kind: 'full' })
  })
})

describe('a Telegram chat', () => {
  const chat = () => ({ chatId: String(number), name: '@anna' })
  const offer = async (networks: NetworkScope, token: string) => {
    const link = { account, networks, types: ['order_filled'] as const }
    const expiresAt = new Date(ctx.now() + 60_000)
    await insertTelegramLink(ctx.db, { ...link, expiresAt, tokenHash: hashLinkToken(token) })
  }

  test('gets the networks of the session that created the link', async () => {
    await offer([100], `${account}/100`)
    await linkTelegramChat(ctx, { token: `${account}/100`, chat: chat() })
    expect(await scopes()).toEqual(['100'])
    await offer(null, `${account}/all`)
    await linkTelegramChat(ctx, { token: `${account}/all`, chat: chat() })
    expect(await scopes()).toEqual([''])
  })

  test('lists the orders of those networks', async () => {
    await offer([100], account)
    await linkTelegramChat(ctx, { token: account, chat: chat() })
    await insertOrder(ctx.db, testOrder({ owner: account }))
    expect(await replyToOrders(ctx, chat())).toEqual({ html: 'No open orders.' })
    const order = testOrder({ owner: account })
    await insertOrder(ctx.db, order)
    await ctx.db.order.update({ where: { uid: order.uid }, data: { chainId: 100 } })
    expect((await replyToOrders(ctx, chat())).html.split('\n')).toHaveLength(2)
  })

  test('loses no link to those of other owners of the address', async () => {
    await offer([1], `${account}/mine`)
    for (let index = 0; index < 6; index++) await offer([100], `${account}/${index}`)
    const opened = { token: `${account}/mine`, chat: chat() }
    expect(await linkTelegramChat(ctx, opened)).toMatchObject({ kind: 'linked' })
    expect(await ctx.db.telegramLink.count({ where: { account } })).toBe(5)
  })
})
