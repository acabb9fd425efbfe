import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import { everywhere } from '@/lib/core/identity'
import { type NewNotification, notificationTypes } from '@/lib/core/notification'
import { inTransaction } from '@/lib/db/database'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import type { InboxFilter } from './inbox'
import { type Marked, markRead } from './mark-read'
import { saveNotifications } from './notification-store'
import { readInbox } from './read-notifications'

let database: TestDatabase
let ctx: ReturnType<typeof createTestContext>
let account: Address
let accounts = 0

test.beforeAll(({ database: empty }) => {
  database = empty
  ctx = createTestContext({ db: database.db, url: database.url })
})
beforeEach(() => {
  accounts += 1
  account = `0x${accounts.toString(16).padStart(40, '0')}`
})
afterEach(() => database.db.announcement.deleteMany())

const uid = (number: number) => `0x${number.toString(16).padStart(112, '0')}` as const

/** Stores a notification for the account under each name, in this order. */
async function notify(names: string[], change: Partial<NewNotification> = {}): Promise<void> {
  const created = names.map((id): NewNotification => {
    const orderUid = change.orderUid ?? uid(1)
    const metadata = { orderId: orderUid, executedAmount: '0', chainId: change.chainId ?? 1 }
    const rest = { chainId: 1, account, type: 'order_filled', message: id, orderUid } as const
    return { ...rest, metadata, ...change, id: `${account} ${id}` }
  })
  await inTransaction(database.db, (tx) => saveNotifications(tx, created))
}

/** Backdates all notifications by an hour. */
const backdateByAnHour = () =>
  database.db.$executeRaw`UPDATE notifications SET created_at = created_at - interval '1 hour'`

const idOf = (name: string) => `${account} ${name}`
const mark = (marked: Marked) => markRead(ctx, everywhere(account), marked)
const read = (filter: InboxFilter & { limit?: number; before?: string } = {}) =>
  readInbox(ctx, everywhere(account), { limit: 100, ...filter })

async function names(filter: Parameters<typeof read>[0] = {}): Promise<string[]> {
  return (await read(filter)).notifications.map(({ message }) => message)
}

async function unread(): Promise<string[]> {
  const { notifications, ...count } = await read()
  const found = notifications.filter(({ isRead }) => !isRead).map(({ message }) => message)
  expect(await names({ unread: true })).toEqual(found)
  expect(count).toMatchObject({ unread: found.length, more: false })
  return found
}

describe('the inbox of an account', () => {
  test('lists its notifications newest first, in pages, and shows them to no other account', async () => {
    await notify(['a', 'b', 'c', 'd', 'e'])
    expect(await names()).toEqual(['e', 'd', 'c', 'b', 'a'])
    expect(await names({ limit: 2 })).toEqual(['e', 'd'])
    expect(await names({ limit: 2, before: idOf('d') })).toEqual(['c', 'b'])
    expect(await names({ before: idOf('a') })).toEqual([])
    const other = everywhere('0x00000000000000000000000000000000000000ff')
    expect((await readInbox(ctx, other, { limit: 100 })).notifications).toEqual([])
    await expect(readInbox(ctx, other, { limit: 100, before: idOf('d') })).rejects.toMatchObject({
      code: 'BadRequest',
    })
  })

  test('filters by type, network, order and unread state like a full scan', async () => {
    for (let index = 0; index < 60; index++) {
      const type = notificationTypes[(index * 7) % notificationTypes.length]!
      await notify([String(index)], {
        type,
        chainId: [1, 100, 42_161][index % 3]!,
        orderUid: uid(index % 4),
      })
    }
    await backdateByAnHour()
    await mark({ kind: 'upTo', id: idOf('20') })
    await mark({ kind: 'notifications', ids: ['31', '33', '40', '58'].map(idOf) })
    const all = (await read()).notifications
    expect(all).toHaveLength(60)
    const types = ['order_expired', 'order_filled', 'price_improvement'] as const
    for (const filter of choices({
      types: [undefined, [], ['order_expired'] as const, types, [...types, ...types]],
      chainId: [undefined, 1, 100, 8_453],
      orderUid: [undefined, uid(2), uid(9)],
      unread: [undefined, false, true],
    })) {
      const expected = all.filter(
        (one) =>
          (filter.types?.some((type) => type === one.type) ?? true) &&
          one.chainId === (filter.chainId ?? one.chainId) &&
          one.orderUid === (filter.orderUid ?? one.orderUid) &&
          !(filter.unread && one.isRead),
      )
      expect(await read(filter), JSON.stringify(filter)).toMatchObject({ notifications: expected })
      const before = expected[2]
      if (!before) continue
      const page = await read({ ...filter, limit: 3, before: before.id })
      expect(page.notifications, JSON.stringify(filter)).toEqual(expected.slice(3, 6))
    }
  })

  test('counts up to a thousand unread notifications', async () => {
    await notify(Array.from({ length: 1_000 }, (_, index) => String(index)))
    expect(await read({ limit: 1 })).toMatchObject({ unread: 1_000, more: false })
    await notify(['one more'])
    expect(await read({ limit: 1 })).toMatchObject({ unread: 1_000, more: true })
    expect(await mark({ kind: 'all' })).toMatchObject({ unread: 0, more: false })
  })
})

describe('marking as read', () => {
  test('marks single notifications of the account only', async () => {
    await notify(['a', 'b', 'c'])
    const other = everywhere('0x00000000000000000000000000000000000000ff')
    await markRead(ctx, other, { kind: 'notifications', ids: [idOf('a')] })
    expect(await mark({ kind: 'notifications', ids: [idOf('b'), 'unknown'] })).toEqual({
      unread: 2,
      more: false,
      undo: undefined,
    })
    expect(await unread()).toEqual(['c', 'a'])
  })

  test.each([['a moment', async () => {}] as const, ['an hour', backdateByAnHour] as const])(
    'marks up to a notification created %s ago and nothing newer',
    async (_, pass) => {
      await notify(['a', 'b', 'c'])
      await pass()
      expect(await mark({ kind: 'upTo', id: idOf('b') })).toMatchObject({ unread: 1 })
      expect(await unread()).toEqual(['c'])
      await expect(mark({ kind: 'upTo', id: 'unknown' })).rejects.toMatchObject({
        code: 'BadRequest',
      })
      expect(await mark({ kind: 'upTo', id: idOf('a') })).toMatchObject({ unread: 1 })
    },
  )

  test('marks everything so far, but nothing created later', async () => {
    await notify(['a', 'b'])
    await backdateByAnHour()
    await notify(['c'])
    expect(await mark({ kind: 'all' })).toMatchObject({ unread: 0, more: false })
    await notify(['d'])
    expect(await unread()).toEqual(['d'])
  })

  test('undoes marking all as a whole and keeps earlier marks', async () => {
    await notify(['a', 'b', 'c'])
    await backdateByAnHour()
    await mark({ kind: 'upTo', id: idOf('a') })
    await mark({ kind: 'notifications', ids: [idOf('b')] })
    await notify(['d', 'e'])
    await mark({ kind: 'notifications', ids: [idOf('e')] })
    const before = await unread()
    expect(before).toEqual(['d', 'c'])
    await new Promise((resolve) => setTimeout(resolve, 5))
    const { undo = '' } = await mark({ kind: 'all' })
    await notify(['f'])
    expect(await mark({ kind: 'undo', undo })).toEqual({ unread: 3, more: false, undo: undefined })
    expect(await unread()).toEqual(['f', ...before])
    expect(await mark({ kind: 'undo', undo })).toMatchObject({ unread: 3 })
  })

  test('does not undo once more has been marked since', async () => {
    await notify(['a'])
    await backdateByAnHour()
    const { undo = '' } = await mark({ kind: 'all' })
    await notify(['b'])
    await backdateByAnHour()
    await mark({ kind: 'all' })
    expect(await mark({ kind: 'undo', undo })).toMatchObject({ unread: 0 })
  })

  test('changes nothing in an empty inbox', async () => {
    const { undo = '', ...count } = await mark({ kind: 'all' })
    expect(count).toEqual({ unread: 0, more: false })
    expect(await mark({ kind: 'undo', undo })).toMatchObject({ unread: 0 })
  })

  test.each([
    '',
    '1',
    '0-1-2',
    '5-4-4-0',
    'a-b-c-d',
    '-1-0-0-0',
    '0-0-0-99999999999999',
    `${'9'.repeat(19)}-1-1-1`,
  ])('rejects %j as an undo value', async (undo) => {
    await expect(mark({ kind: 'undo', undo })).rejects.toMatchObject({ code: 'BadRequest' })
  })

  test('leaves a notification unread that was created first but committed last', async () => {
    const late = new Client({ connectionString: database.url })
    await late.connect()
    await late.query('BEGIN')
    await late.query(
      `INSERT INTO notifications (id, chain_id, account, type, message, metadata, order_uid, created_at)
       VALUES ($1, 1, $2, 'order_filled', 'late', '{}', $3, clock_timestamp())`,
      [idOf('late'), account, uid(1)],
    )
    await notify(['seen'])
    const all = await mark({ kind: 'all' })
    expect(all).toMatchObject({ unread: 0 })
    await mark({ kind: 'upTo', id: idOf('seen') })
    await late.query('COMMIT')
    await late.end()
    expect(await unread()).toEqual(['late'])
    await mark({ kind: 'undo', undo: all.undo ?? '' })
    expect(await unread()).toEqual(['seen', 'late'])
  })

  test('gives the same result concurrently as sequentially', async () => {
    await notify(Array.from({ length: 40 }, (_, index) => String(index)))
    const half = Array.from({ length: 20 }, (_, index) => idOf(String(index * 2)))
    await Promise.all([
      mark({ kind: 'upTo', id: idOf('20') }),
      mark({ kind: 'notifications', ids: [...half].reverse() }),
      mark({ kind: 'upTo', id: idOf('30') }),
      mark({ kind: 'notifications', ids: half }),
    ])
    expect(await unread()).toEqual(['39', '37', '35', '33', '31'])
  })
})

describe('announcements', () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000)
  const publish = (change: object = {}) =>
    database.db.announcement.create({
      data: { title: 'Pause', message: 'On Sunday.', publishedAt: at(-10), ...change },
    })
  const titles = async () => (await read()).announcements.map(({ title }) => title)

  test('are in every inbox while visible, newest first', async () => {
    await publish({ title: 'first', publishedAt: at(-20) })
    await publish({ title: 'ends', endsAt: at(1) })
    await publish({ title: 'over', endsAt: at(-1) })
    await publish({ title: 'withdrawn', withdrawnAt: at(-1) })
    await publish({ title: 'to come', publishedAt: at(1) })
    expect(await titles()).toEqual(['ends', 'first'])
    for (let index = 0; index < 25; index++)
      await publish({ title: String(index), publishedAt: at(-5) })
    expect(await titles()).toHaveLength(20)
  })

  test('are marked as read per account and do not count as notifications', async () => {
    const { id } = await publish()
    expect(await read()).toMatchObject({ unread: 0, announcements: [{ id, isRead: false }] })
    await mark({ kind: 'announcements', ids: [id, '0b8f5f0c-6f0e-4a5c-9e5b-5a3f0d4b7c21'] })
    await mark({ kind: 'announcements', ids: [id] })
    expect(await read()).toMatchObject({ announcements: [{ id, isRead: true }] })
    account = '0x00000000000000000000000000000000000000fe'
    expect(await read()).toMatchObject({ announcements: [{ id, isRead: false }] })
  })

  test('are marked and unmarked together with all else', async () => {
    const { id } = await publish()
    const other = await publish({ publishedAt: at(-20) })
    await mark({ kind: 'announcements', ids: [other.id] })
    await new Promise((resolve) => setTimeout(resolve, 5))
    const { undo = '' } = await mark({ kind: 'all' })
    expect((await read()).announcements.map(({ isRead }) => isRead)).toEqual([true, true])
    await mark({ kind: 'undo', undo })
    expect((await read()).announcements).toMatchObject([
      { id, isRead: false },
      { id: other.id, isRead: true },
    ])
  })
})

/** Returns the Cartesian product of the values of each name. */
function choices<T extends Record<string, readonly unknown[]>>(
  of: T,
): { [K in keyof T]: T[K][number] }[] {
  return Object.entries(of).reduce<Record<string, unknown>[]>(
    (chosen, [name, values]) =>
      chosen.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  ) as { [K in keyof T]: T[K][number] }[]
}
