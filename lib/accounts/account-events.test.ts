import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '@/lib/api/registry'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { listen } from '@/lib/http/probes'
import { saveNotifications } from '@/lib/notifications/notification-store'
import { saveOrderQuotes } from '@/lib/orders/order-quote-store'
import type { NewOrder } from '@/lib/orders/order-record'
import { refreshOrders } from '@/lib/orders/refresh-orders'
import { indexBlocks } from '@/lib/settlements/index-blocks'
import { settleNext } from '@/lib/settlements/settle-next'
import { type EventReader, type ReadEvent, readEvents } from '@/lib/testing/event-reader'
import { insertOrder } from '@/lib/testing/insert-order'
import { openSolverDesk, type SolverDesk } from '@/lib/testing/solver-desk'
import { createTestContext } from '@/lib/testing/test-context'
import { testOrder } from '@/lib/testing/test-order'
import { followAccount } from './follow-account'

const leadership = { chainId: 1, epoch: 1n }

let desk: SolverDesk
let ctx: Context
let url: string
let stop: () => void

beforeAll(async () => {
  desk = await openSolverDesk()
  ctx = createTestContext({
    db: desk.ctx.db,
    rpcUrls: new Map([[1, desk.network.rpcUrl]]),
    environment: { CMS_API_KEY: 'test', READS_PER_SECOND: '0' },
  })
  const { server, url: at } = await listen(ctx, { endpoints })
  url = at
  stop = () => {
    server.close()
    server.closeAllConnections()
  }
}, 60_000)
afterAll(async () => {
  stop?.()
  await desk?.close()
})

let accounts = 0
const newAccount = () => `0x${(++accounts).toString(16).padStart(40, 'a')}` as Address

const open = (account: Address, lastEventId?: string) =>
  readEvents(`${url}/mainnet/accounts/${account}/events`, lastEventId)

let told = 0
function notification(account: Address) {
  told += 1
  const orderUid = `0x${told.toString(16).padStart(112, '0')}` as const
  const metadata = { orderId: orderUid, executedAmount: '0', chainId: 1 }
  const type = 'order_expired' as const
  return { id: `n-${told}`, chainId: 1, account, type, message: 'm', orderUid, metadata }
}

async function take(reader: EventReader, count: number): Promise<ReadEvent[]> {
  const events: ReadEvent[] = []
  while (events.length < count) {
    const event = await reader.next()
    if (!event) throw new Error('the stream has ended')
    events.push(event)
  }
  return events
}

async function expectSilence(reader: EventReader, ms = 800) {
  const silence = new Promise((resolve) => setTimeout(resolve, ms, 'silence'))
  expect(await Promise.race([reader.next(), silence])).toBe('silence')
}

describe('GET /{chainId}/accounts/{account}/events', () => {
  test('begins with a snapshot and tells orders, trades and notifications as they happen', async () => {
    const account = desk.network.accounts[1]?.address ?? '0x'
    const reader = await open(account)
    if (reader.response.status !== 200) throw new Error(JSON.stringify(await reader.next()))
    const [snapshot] = await take(reader, 1)
    expect(snapshot).toMatchObject({ event: 'snapshot', data: { orders: [], notifications: [] } })
    const order = await desk.place(1, {})
    const [placed] = await take(reader, 1)
    expect(placed).toMatchObject({ event: 'order', data: { uid: order.uid, status: 'open' } })
    expect((await settleNext(desk.ctx, leadership)).txHash).toBeDefined()
    while ((await indexBlocks(desk.ctx, leadership)) === 'behind');
    const events = await take(reader, 3)
    expect(events.map(({ event }) => event).slice(0, 3)).toEqual(['order', 'trade', 'notification'])
    expect(events[0]?.data).toMatchObject({ uid: order.uid, status: 'fulfilled' })
    expect(events[1]?.data).toMatchObject({ orderUid: order.uid, owner: account })
    expect(events[2]?.data).toMatchObject({ account, metadata: { orderId: order.uid } })
    const rest = await restOf(reader)
    // From wherever the client comes back, it gets what it has not got: no more and no less.
    const all = [snapshot, placed, ...events, ...rest].filter((event) => event !== undefined)
    for (const [index, { id }] of all.entries()) {
      const again = await open(account, id)
      const [first, ...missed] = await take(
        again,
        1 + withoutOvertaken(all.slice(index + 1)).length,
      )
      expect(first?.event).toBe('snapshot')
      expect(missed.map(({ data }) => data)).toEqual(withoutOvertaken(all.slice(index + 1)))
      await expectSilence(again, 300)
      again.close()
    }
  })

  /** What is left to come; the fill's notifications may be several. */
  async function restOf(reader: EventReader): Promise<ReadEvent[]> {
    const rest: ReadEvent[] = []
    for (;;) {
      const silence = new Promise<undefined>((resolve) => setTimeout(resolve, 800, undefined))
      const event = await Promise.race([reader.next(), silence])
      if (!event) break
      rest.push(event)
    }
    reader.close()
    return rest
  }

  /** An order is told as it is now, not as it was in between. */
  function withoutOvertaken(events: readonly ReadEvent[]) {
    const isOvertaken = ({ event, data }: ReadEvent, index: number) =>
      event === 'order' && events.slice(index + 1).some((later) => later.data.uid === data.uid)
    return events.filter((event, index) => !isOvertaken(event, index)).map(({ data }) => data)
  }

  test('a transaction that began earlier and is committed later is told too', async () => {
    const account = newAccount()
    const reader = await open(account)
    await take(reader, 1)
    const [slow, quick] = [notification(account), notification(account)]
    let commit: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      commit = resolve
    })
    const late = ctx.db.$transaction(async (tx) => {
      await saveNotifications(tx, [slow])
      await held
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
    await saveNotifications(ctx.db, [quick])
    const [first] = await take(reader, 1)
    expect(first?.data.id).toBe(quick.id)
    reader.close()
    commit()
    await late
    const again = await open(account, first?.id)
    expect((await take(again, 2))[1]?.data.id).toBe(slow.id)
    await expectSilence(again)
    again.close()
  })

  test('nothing is lost or told twice, whenever transactions end and clients come and go', async () => {
    const account = newAccount()
    const count = 120
    let written = 0
    const write = async () => {
      while (written < count) {
        written += 1
        await ctx.db.$transaction(async (tx) => {
          await saveNotifications(tx, [notification(account), notification(account)])
          await new Promise((resolve) => setTimeout(resolve, (written * 7919) % 60))
        })
      }
    }
    let id = await firstId(account)
    const isDone = Promise.all([write(), write(), write()])
    const got: string[] = []
    for (let visit = 1; got.length < 2 * count; visit++) {
      const reader = await open(account, id)
      const cut = 2 + ((visit * 31) % 9)
      for (let read = 0; read < cut && got.length < 2 * count; read++) {
        const [event] = await take(reader, 1)
        if (event?.event === 'notification') got.push(event.data.id)
        id = event?.id ?? id
      }
      reader.close()
    }
    await isDone
    expect(new Set(got).size).toBe(got.length)
    const last = await open(account, id)
    await take(last, 1)
    await expectSilence(last)
    last.close()
  }, 60_000)

  async function firstId(account: Address) {
    const reader = await open(account)
    const [snapshot] = await take(reader, 1)
    reader.close()
    return snapshot?.id
  }

  test('tells an order with what it was quoted, as lists do', async () => {
    const owner = newAccount()
    const [first, second] = [testOrder({ owner }), testOrder({ owner })]
    await place(first)
    const reader = await open(owner)
    const quote = { sellAmount: '90', buyAmount: '210', feeAmount: '10' }
    const [snapshot] = await take(reader, 1)
    expect(snapshot?.data.orders).toMatchObject([{ uid: first.uid, quote }])
    await place(second)
    expect((await take(reader, 1))[0]?.data).toMatchObject({ uid: second.uid, quote })
    reader.close()
  })

  /** Saves an order with a quote. */
  const place = (order: NewOrder) =>
    ctx.db.$transaction(async (tx) => {
      await insertOrder(tx, order)
      const quote = {
        ...{ id: 1n, sellAmount: 90n, buyAmount: 210n, feeAmount: 10n },
        ...{ gasAmount: 1, gasPrice: 1, sellTokenPrice: 1, verified: true },
        slippageBips: undefined,
      }
      await saveOrderQuotes(tx, new Map([[order.uid, quote]]))
    })

  test('the end of an order that nobody is notified of is told', async () => {
    const owner = newAccount()
    const order = testOrder({
      owner,
      signingScheme: 'presign',
      signature: '0x',
      validTo: 1_900_000_000,
    })
    await insertOrder(ctx.db, order)
    const reader = await open(owner)
    const [snapshot] = await take(reader, 1)
    expect(snapshot?.data.orders).toMatchObject([{ uid: order.uid, presignaturePending: true }])
    const ended = { uids: [order.uid], nowSeconds: 1_950_000_000 }
    await ctx.db.$transaction((tx) => refreshOrders(tx, ended))
    expect((await take(reader, 1))[0]?.data).toMatchObject({ uid: order.uid, status: 'expired' })
    reader.close()
    const again = await open(owner, snapshot?.id)
    expect((await take(again, 2))[1]?.data).toMatchObject({ uid: order.uid, status: 'expired' })
    again.close()
  })

  test.each(['nonsense', '1:2', '5:999999999999:', '9:9:~9:9:~', '1:1:1,'.repeat(99)])(
    'begins anew for the Last-Event-ID %.12s',
    async (lastEventId) => {
      const account = newAccount()
      await saveNotifications(ctx.db, [notification(account)])
      const reader = await open(account, lastEventId)
      const [snapshot] = await take(reader, 1)
      expect(snapshot).toMatchObject({ event: 'snapshot', id: expect.stringMatching(/^[0-9]+:/) })
      expect(snapshot?.data.notifications).toHaveLength(1)
      await expectSilence(reader, 400)
      reader.close()
    },
  )

  test('tells an account nothing of another one, and all its streams the same', async () => {
    const [account, other] = [newAccount(), newAccount()]
    const streams = await Promise.all([account, account, other].map((each) => open(each)))
    for (const each of streams) await take(each, 1)
    await saveNotifications(ctx.db, [notification(account)])
    const [one, two, three] = streams as [EventReader, EventReader, EventReader]
    expect(await take(one, 1)).toEqual(await take(two, 1))
    await expectSilence(three)
    for (const each of streams) each.close()
  })

  test('does not tell a notification again when it is marked as read', async () => {
    const account = newAccount()
    const fact = notification(account)
    const reader = await open(account)
    const [snapshot] = await take(reader, 1)
    await saveNotifications(ctx.db, [fact])
    const [event] = await take(reader, 1)
    expect(event?.data.id).toBe(fact.id)
    await ctx.db.notification.update({ where: { id: fact.id }, data: { readAt: new Date() } })
    await expectSilence(reader)
    reader.close()
    const again = await open(account, snapshot?.id)
    await take(again, 1)
    await expectSilence(again, 400)
    again.close()
  })

  test('a forged Last-Event-ID begins anew and disturbs nobody', async () => {
    const huge = '9'.repeat(19)
    for (const forged of [`1:2:${huge}`, `1:${huge}:`, `1:2:~1:${huge}:${huge}~k`, '-1:0:']) {
      const reader = await open(newAccount(), forged)
      expect(reader.response.status, forged).toBe(200)
      expect(await take(reader, 1)).toMatchObject([{ event: 'snapshot' }])
      reader.close()
    }
  })

  test('tells no notifications where they are switched off', async () => {
    const off = createTestContext({ db: ctx.db, rpcUrls: new Map([[1, desk.network.rpcUrl]]) })
    const account = newAccount()
    await saveNotifications(ctx.db, [notification(account)])
    const events: unknown[] = []
    const question = { chainId: 1, account, lastEventId: undefined }
    const gone = new AbortController()
    await followAccount(
      off,
      { ...question, signal: gone.signal },
      {
        send: ({ data }) => events.push(data),
        end: () => undefined,
      },
    )
    await saveNotifications(ctx.db, [notification(account)])
    await new Promise((resolve) => setTimeout(resolve, 600))
    gone.abort()
    expect(events).toEqual([{ orders: [], notifications: [] }])
  })
})
