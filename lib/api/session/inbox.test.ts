import { beforeEach, describe, expect } from 'vitest'
import { fetchInbox, markInbox } from '@/lib/client/inbox'
import type { Address } from '@/lib/core/address'
import { inTransaction } from '@/lib/db/database'
import { saveNotifications } from '@/lib/notifications/notification-store'
import { signedIn, testSessionSecret } from '@/lib/testing/accounts/signed-in'
import type { WebFixture } from '@/lib/testing/http/web-fixture'
import { testWith } from '@/lib/testing/test'
import { openTestBrowser, type TestBrowser } from '@/lib/testing/test-browser'

const orderUid = `0x${'5e'.repeat(56)}` as const
const test = testWith({ CMS_API_KEY: 'key', NEXTAUTH_SECRET: testSessionSecret })

let fixture: WebFixture

test.beforeAll(({ web }) => {
  fixture = web
})

let account: Address
let browser: TestBrowser
let accounts = 0

beforeEach(async () => {
  account = newAccount()
  browser = await openFor([account])
})

function newAccount(): Address {
  accounts += 1
  return `0x${accounts.toString(16).padStart(40, '0')}`
}

/** Opens a browser in which these accounts sign in, in order. */
async function openFor(owners: readonly Address[], at = fixture.url): Promise<TestBrowser> {
  const opened = openTestBrowser(at)
  const { cookie } = await signedIn(fixture.ctx, { origin: at, accounts: owners })
  const [name = '', value = ''] = cookie.split(/=(.*)/)
  opened.cookies.set(name, value)
  return opened
}

const idOf = (name: string, of = account) => `${of} ${name}`

async function notify(...names: string[]): Promise<void> {
  const notifications = names.map((name) => ({
    id: idOf(name),
    chainId: 1,
    account,
    type: 'order_filled' as const,
    message: name,
    orderUid,
    metadata: { orderId: orderUid, executedAmount: '7', chainId: 1 },
  }))
  await inTransaction(fixture.ctx.db, (tx) => saveNotifications(tx, notifications))
}

const inbox = (query: Partial<Parameters<typeof fetchInbox>[1]> = {}) =>
  fetchInbox(account, { types: [], limit: 50, ...query }, browser.options)
const mark = (body: Parameters<typeof markInbox>[1]) => markInbox(account, body, browser.options)

async function post(body: unknown, headers: Record<string, string> = {}) {
  const response = await browser.fetch('/api/account/inbox/read', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

describe('the inbox', () => {
  test('lists notifications like the public list, with their read state', async () => {
    await notify('first', 'second')
    await mark({ ids: [idOf('first')] })
    const page = await inbox()
    const open = await (await fetch(`${fixture.url}/accounts/${account}/notifications`)).json()
    expect(page).toEqual({
      unread: 1,
      more: false,
      notifications: [
        { ...open[0], isRead: false },
        { ...open[1], isRead: true },
      ],
      announcements: [],
    })
  })

  test('is paginated, and marked as read up to a notification', async () => {
    await notify('a', 'b', 'c')
    const first = await inbox({ limit: 2 })
    expect(first.notifications.map(({ message }) => message)).toEqual(['c', 'b'])
    const second = await inbox({ limit: 2, before: first.notifications[1]!.id })
    expect(second.notifications.map(({ message }) => message)).toEqual(['a'])
    await notify('d')
    const marked = await mark({ upTo: first.notifications[0]!.id })
    expect(marked).toEqual({ unread: 1, more: false, undo: expect.any(String) })
    expect((await inbox({ unread: true })).notifications).toMatchObject([{ message: 'd' }])
    expect(await mark({ undo: marked.undo! })).toEqual({ unread: 4, more: false, undo: null })
    expect(await mark({ all: true })).toMatchObject({ unread: 0 })
  })

  test('is filtered by type, network and order', async () => {
    await notify('a')
    const found = async (query: Parameters<typeof inbox>[0]) =>
      (await inbox(query)).notifications.length
    expect(await found({ types: ['order_filled', 'order_expired'] })).toBe(1)
    expect(await found({ types: ['order_expired'] })).toBe(0)
    expect(await found({ chainId: 1 })).toBe(1)
    expect(await found({ chainId: 100 })).toBe(0)
    expect(await found({ orderId: orderUid })).toBe(1)
    expect(await found({ orderId: `0x${'00'.repeat(56)}` })).toBe(0)
    const named = await browser.fetch('/api/account/inbox?chainId=arbitrum')
    expect(await named.json()).toMatchObject({ unread: 1, notifications: [] })
  })

  test('lists announcements, which the public list omits, until they are dismissed', async () => {
    const data = { title: 'Pause', message: 'On Sunday.', publishedAt: new Date() }
    const { id } = await fixture.ctx.db.announcement.create({ data })
    const announcement = {
      ...{ id, title: 'Pause', message: 'On Sunday.', url: null, endsAt: null },
      publishedAt: data.publishedAt.toISOString(),
    }
    expect((await inbox()).announcements).toEqual([{ ...announcement, isRead: false }])
    await mark({ announcementIds: [id] })
    expect((await inbox()).announcements).toEqual([{ ...announcement, isRead: true }])
    expect(await (await fetch(`${fixture.url}/accounts/${account}/notifications`)).json()).toEqual(
      [],
    )
    expect(await fixture.ctx.db.delivery.count()).toBe(0)
    await fixture.ctx.db.announcement.deleteMany()
  })

  test('is visible to its owner only', async () => {
    await notify('mine')
    const other = newAccount()
    browser = await openFor([other])
    expect(await fetchInbox(other, { types: [], limit: 50 }, browser.options)).toMatchObject({
      unread: 0,
      notifications: [],
    })
    await expect(inbox()).rejects.toMatchObject({ status: 401 })
    await expect(mark({ all: true })).rejects.toMatchObject({ status: 401 })
    const foreign = { upTo: idOf('mine') }
    await expect(markInbox(other, foreign, browser.options)).rejects.toMatchObject({
      status: 400,
      message: 'upTo names no notification of this account',
    })
    await markInbox(other, { ids: [idOf('mine')] }, browser.options)
    browser = await openFor([account])
    expect(await inbox()).toMatchObject({ unread: 1 })
  })

  test('is that of the requested account if several have signed in', async () => {
    await notify('mine')
    const other = newAccount()
    browser = await openFor([account, other])
    expect(await inbox()).toMatchObject({ unread: 1 })
    const latest = await (await browser.fetch('/api/account/inbox')).json()
    expect(latest).toMatchObject({ unread: 0, notifications: [] })
  })

  test('requires a session, and is neither cached nor readable by other sites', async () => {
    const response = await browser.fetch('/api/account/inbox')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect((await fetch(`${fixture.url}/api/account/inbox`)).status).toBe(401)
    for (const origin of ['https://evil.example', 'null']) {
      expect(await post({ all: true }, { origin })).toMatchObject({ status: 403 })
    }
  })

  test.each([{ CMS_API_KEY: '' }, { CMS_ENABLED: 'false' }])(
    'is unavailable if notifications are disabled by %j',
    async (environment) => {
      browser = await openFor([account], await fixture.serve(environment))
      const off = { status: 503, body: { message: 'service unavailable' } }
      const response = await browser.fetch('/api/account/inbox')
      expect({ status: response.status, body: await response.json() }).toEqual(off)
      expect(await post({ all: true })).toEqual(off)
    },
  )
})

describe('an invalid request', () => {
  test.each([
    ['types=order_lost', /^types\.0 must be of order_filled,/],
    ['types=', /^types\.0 must be of/],
    ['chainId=moon', /^chainId must be a network: mainnet \(1\)/],
    ['orderId=0x12', /^orderId must be an order uid/],
    ['unread=yes', /^unread must be true or false$/],
    ['limit=101', /^limit must be a whole number from 1 to 100$/],
    ['before=unknown', /^before names no notification of this account$/],
    ['before=a&before=b', /^before is given more than once$/],
    ['account=0x12', /^account must be an address/],
  ])('such as ?%s is rejected with the reason', async (query, message) => {
    const response = await browser.fetch(`/api/account/inbox?${query}`)
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 400,
      body: { message: expect.stringMatching(message) },
    })
  })

  test.each([
    [{}, /^give one of ids, announcementIds, upTo, all and undo$/],
    [{ all: true, undo: '0-0-0-0' }, /^give one of/],
    [{ all: false }, /^all must be true$/],
    [{ ids: [] }, /^ids must be a list of 1 to 100 ids$/],
    [{ ids: Array(101).fill('a') }, /^ids must be a list of 1 to 100 ids$/],
    [{ ids: [1] }, /^ids\.0 must be a notification id$/],
    [{ announcementIds: ['1'] }, /^announcementIds\.0 must be the id of an announcement$/],
    [{ upTo: '' }, /^upTo must be a notification id$/],
    [{ undo: '1-2' }, /^undo is not what a marking has answered$/],
  ])('to mark %j is rejected with the reason', async (body, message) => {
    expect(await post(body)).toEqual({
      status: 400,
      body: { message: expect.stringMatching(message) },
    })
  })
})
