import { describe, expect } from 'vitest'
import type { Asking, ReachFixture } from '@/lib/testing/accounts/account-fixture'
import { test } from '@/lib/testing/test'

let reach: ReachFixture

test.beforeEach(({ reach: opened }) => {
  reach = opened
})

type Listed = { readonly id: string; readonly isRead: boolean }

const inbox = async (ask: Asking, query = '') => (await ask('GET', `/inbox?${query}`)).body
const mark = (ask: Asking, body: unknown) => ask('POST', '/inbox/read', body)
const read = async (ask: Asking) =>
  ((await inbox(ask)).notifications as Listed[]).filter(({ isRead }) => isRead).map(({ id }) => id)

describe('the inbox of a session', () => {
  test('lists and counts the notifications of the session’s networks', async () => {
    const { account, one, hundred, both, all } = await reach.enter()
    const [first, second] = await reach.notify(account, 'a')
    for (const [ask, ids] of [
      [one, [first]],
      [hundred, [second]],
      [both, [second, first]],
      [all, [second, first]],
    ] as const) {
      const { unread, notifications } = await inbox(ask)
      expect(notifications.map(({ id }: Listed) => id)).toEqual(ids)
      expect(unread).toBe(ids.length)
    }
  })

  test('lists nothing of a requested network outside its scope', async () => {
    const { account, one } = await reach.enter()
    await reach.notify(account, 'a')
    expect((await inbox(one, 'chainId=100')).notifications).toEqual([])
    expect((await inbox(one, 'chainId=1')).notifications).toHaveLength(1)
    const orderId = `0x${'ab'.repeat(56)}`
    expect((await inbox(one, `orderId=${orderId}`)).notifications).toHaveLength(1)
  })
})

describe('marking by a session', () => {
  test('ignores single notifications of other networks', async () => {
    const { account, one, all } = await reach.enter()
    const ids = await reach.notify(account, 'a')
    expect(await mark(one, { ids })).toMatchObject({ status: 200, body: { unread: 0 } })
    expect(await read(all)).toEqual([ids[0]])
  })

  test('rejects a notification of another network as upper bound', async () => {
    const { account, one, hundred } = await reach.enter()
    const [first, second] = await reach.notify(account, 'a')
    expect(await mark(one, { upTo: second })).toMatchObject({ status: 400 })
    expect(await mark(one, { upTo: first })).toMatchObject({ status: 200 })
    expect(await read(hundred)).toEqual([])
  })

  test('marks all of its networks, of any age, and undoes it there', async () => {
    const { account, one, all } = await reach.enter()
    const [first, second] = await reach.notify(account, 'old')
    await reach.fixture.ctx.db.$executeRaw`
      UPDATE notifications SET created_at = created_at - interval '1 hour' WHERE account = ${account}`
    const [third] = await reach.notify(account, 'new')
    const { body } = await mark(one, { all: true })
    expect(body.unread).toBe(0)
    expect(await read(all)).toEqual([third, first])
    // Notifications that the account marked meanwhile stay read.
    await mark(all, { ids: [second] })
    expect(await mark(one, { undo: body.undo })).toMatchObject({ body: { unread: 2 } })
    expect(await read(all)).toEqual([second])
  })

  test('does not undo a marking of all networks', async () => {
    const { account, one, all } = await reach.enter()
    const [first, second] = await reach.notify(account, 'a')
    await reach.fixture.ctx.db.$executeRaw`
      UPDATE notifications SET created_at = created_at - interval '1 hour' WHERE account = ${account}`
    const { body } = await mark(all, { all: true })
    expect(await mark(one, { undo: body.undo })).toMatchObject({ status: 200 })
    expect(await read(all)).toEqual([second, first])
    await mark(all, { undo: body.undo })
    expect(await read(all)).toEqual([])
  })

  test('marks announcements per network, separately from sessions on all networks', async () => {
    const { one, hundred, both, all } = await reach.enter()
    const publishedAt = new Date(reach.fixture.ctx.now() - 1)
    const news = { title: 'News', message: 'News.', publishedAt }
    const { id } = await reach.fixture.ctx.db.announcement.create({ data: news })
    const isRead = async (ask: Asking) => (await inbox(ask)).announcements[0].isRead
    const marks = () => Promise.all([one, hundred, both, all].map(isRead))
    const { body } = await mark(one, { all: true })
    expect(await marks()).toEqual([true, false, true, false])
    await mark(all, { announcementIds: [id] })
    await mark(hundred, { undo: body.undo })
    expect(await marks()).toEqual([true, false, true, true])
    await mark(one, { undo: body.undo })
    expect(await marks()).toEqual([false, false, false, true])
    await reach.fixture.ctx.db.announcement.deleteMany()
  })
})

describe('sessions', () => {
  const listed = async (ask: Asking) =>
    (await ask('GET', '/sessions')).body.sessions as { id: string; networks: unknown }[]
  const reaches = async (ask: Asking) => (await listed(ask)).map(({ networks }) => networks)

  test('are visible to sessions whose scope covers them', async () => {
    const { one, both, all } = await reach.enter()
    expect(await reaches(one)).toEqual([[1]])
    expect(new Set((await reaches(both)).map(String))).toEqual(new Set(['1', '100', '1,100']))
    expect(await reaches(all)).toHaveLength(4)
  })

  test('are ended by sessions whose scope covers them', async () => {
    const { account, one, hundred, both } = await reach.enter()
    const further = (await listed(both)).find(({ networks }) => String(networks) === '1,100')!
    const [there] = await listed(hundred)
    for (const { id } of [further, there!]) {
      expect(await one('DELETE', `/sessions/${id}`)).toMatchObject({ status: 404 })
    }
    expect(await both('DELETE', `/sessions/${there!.id}`)).toMatchObject({ status: 200 })
    expect(await hundred('GET', '/sessions')).toMatchObject({ status: 401 })
    expect(await reaches(await reach.enterAs(account, [100]))).toEqual([[100]])
  })
})
