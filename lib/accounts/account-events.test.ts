import { describe, expect } from 'vitest'
import { inTransaction } from '@/lib/db/database'
import { saveNotifications } from '@/lib/notifications/notification-store'
import type { NewOrder } from '@/lib/orders/order-record'
import { saveOrderQuotes } from '@/lib/orders/placement/order-quote-store'
import { refreshOrders } from '@/lib/orders/state/refresh-orders'
import { runRound } from '@/lib/settlements/auctioneer/run-round'
import { indexBlocks } from '@/lib/settlements/indexing/index-blocks'
import {
  type AccountStreams,
  expectSilence,
  newAccount,
  newNotification,
  takeEvents,
} from '@/lib/testing/accounts/account-streams'
import type { EventReader, ReadEvent } from '@/lib/testing/http/event-reader'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { testOrder } from '@/lib/testing/test-order'
import { repeat } from '@/lib/testing/until'
import { followAccount } from './follow-account'

const leadership = { chainId: 1, epoch: 1n }
let streams: AccountStreams

test.beforeAll(({ streams: opened }) => {
  streams = opened
})

describe('GET /{chainId}/accounts/{account}/events', () => {
  test('starts with a snapshot, then sends orders, trades and notifications as they happen', async () => {
    const account = streams.fixture.network.accounts[1]?.address ?? '0x'
    const reader = await streams.open(account)
    if (reader.response.status !== 200) throw new Error(JSON.stringify(await reader.next()))
    const [snapshot] = await takeEvents(reader, 1)
    expect(snapshot).toMatchObject({ event: 'snapshot', data: { orders: [], notifications: [] } })
    const order = await streams.fixture.place(1, {})
    const [placed] = await takeEvents(reader, 1)
    expect(placed).toMatchObject({ event: 'order', data: { uid: order.uid, status: 'open' } })
    expect((await runRound(streams.fixture.ctx, leadership)).txHash).toBeDefined()
    await repeat(
      () => indexBlocks(streams.fixture.ctx, leadership),
      (state) => state !== 'behind',
    )
    const events = await takeEvents(reader, 3)
    expect(events.map(({ event }) => event).slice(0, 3)).toEqual(['order', 'trade', 'notification'])
    expect(events[0]?.data).toMatchObject({ uid: order.uid, status: 'fulfilled' })
    expect(events[1]?.data).toMatchObject({ orderUid: order.uid, owner: account })
    expect(events[2]?.data).toMatchObject({ account, metadata: { orderId: order.uid } })
    const last = newNotification(account)
    await saveNotifications(streams.ctx.db, [last])
    const rest = await readUntil(reader, last.id)
    // From any position, a returning client gets exactly the events it has missed.
    const all = [snapshot, placed, ...events, ...rest].filter((event) => event !== undefined)
    for (const [index, { id }] of all.entries()) {
      const again = await streams.open(account, id)
      const [first, ...missed] = await takeEvents(
        again,
        1 + withoutSuperseded(all.slice(index + 1)).length,
      )
      expect(first?.event).toBe('snapshot')
      expect(missed.map(({ data }) => data)).toEqual(withoutSuperseded(all.slice(index + 1)))
      await expectSilence(again, 300)
      again.close()
    }
  })

  /** Reads events up to and including a notification. */
  async function readUntil(reader: EventReader, id: string): Promise<ReadEvent[]> {
    const events: ReadEvent[] = []
    while (events.at(-1)?.data.id !== id) events.push(...(await takeEvents(reader, 1)))
    reader.close()
    return events
  }

  /** Resumed streams carry an order's current state only, not the intermediate ones. */
  function withoutSuperseded(events: readonly ReadEvent[]) {
    const isSuperseded = ({ event, data }: ReadEvent, index: number) =>
      event === 'order' && events.slice(index + 1).some((later) => later.data.uid === data.uid)
    return events.filter((event, index) => !isSuperseded(event, index)).map(({ data }) => data)
  }

  test('sends an order with its quote, as lists do', async () => {
    const owner = newAccount()
    const [first, second] = [testOrder({ owner }), testOrder({ owner })]
    await place(first)
    const reader = await streams.open(owner)
    const quote = { sellAmount: '90', buyAmount: '210', feeAmount: '10' }
    const [snapshot] = await takeEvents(reader, 1)
    expect(snapshot?.data.orders).toMatchObject([{ uid: first.uid, quote }])
    await place(second)
    expect((await takeEvents(reader, 1))[0]?.data).toMatchObject({ uid: second.uid, quote })
    reader.close()
  })

  /** Stores an order with a quote. */
  const place = (order: NewOrder) =>
    inTransaction(streams.ctx.db, async (tx) => {
      await insertOrder(tx, order)
      const quote = {
        ...{ id: 1n, sellAmount: 90n, buyAmount: 210n, feeAmount: 10n },
        ...{
          gasAmount: 1,
          gasPrice: 1,
          sellTokenPrice: 1,
          verified: true,
          quotedAt: new Date(1_700_000_000_000),
        },
        slippageBips: undefined,
      }
      await saveOrderQuotes(tx, new Map([[order.uid, quote]]))
    })

  test('sends the end of an order that produces no notification', async () => {
    const owner = newAccount()
    const order = testOrder({
      owner,
      signingScheme: 'presign',
      signature: '0x',
      validTo: 1_900_000_000,
    })
    await insertOrder(streams.ctx.db, order)
    const reader = await streams.open(owner)
    const [snapshot] = await takeEvents(reader, 1)
    expect(snapshot?.data.orders).toMatchObject([{ uid: order.uid, presignaturePending: true }])
    const ended = { uids: [order.uid], nowSeconds: 1_950_000_000 }
    await inTransaction(streams.ctx.db, (tx) => refreshOrders(tx, ended))
    expect((await takeEvents(reader, 1))[0]?.data).toMatchObject({
      uid: order.uid,
      status: 'expired',
    })
    reader.close()
    const again = await streams.open(owner, snapshot?.id)
    expect((await takeEvents(again, 2))[1]?.data).toMatchObject({
      uid: order.uid,
      status: 'expired',
    })
    again.close()
  })

  test('sends an account’s events to all its streams and to no other account', async () => {
    const [account, other] = [newAccount(), newAccount()]
    const readers = await Promise.all([account, account, other].map((each) => streams.open(each)))
    for (const each of readers) await takeEvents(each, 1)
    await saveNotifications(streams.ctx.db, [newNotification(account)])
    const [one, two, three] = readers as [EventReader, EventReader, EventReader]
    expect(await takeEvents(one, 1)).toEqual(await takeEvents(two, 1))
    await expectSilence(three)
    for (const each of readers) each.close()
  })

  test('does not resend a notification that is marked as read', async () => {
    const account = newAccount()
    const fact = newNotification(account)
    const reader = await streams.open(account)
    const [snapshot] = await takeEvents(reader, 1)
    await saveNotifications(streams.ctx.db, [fact])
    const [event] = await takeEvents(reader, 1)
    expect(event?.data.id).toBe(fact.id)
    await streams.ctx.db.notification.update({
      where: { id: fact.id },
      data: { readAt: new Date() },
    })
    await expectSilence(reader)
    reader.close()
    const again = await streams.open(account, snapshot?.id)
    await takeEvents(again, 1)
    await expectSilence(again, 400)
    again.close()
  })

  test('sends no notifications where they are disabled', async () => {
    const off = createTestContext({
      db: streams.ctx.db,
      rpcUrls: new Map([[1, streams.fixture.network.rpcUrl]]),
    })
    const account = newAccount()
    await saveNotifications(streams.ctx.db, [newNotification(account)])
    const events: unknown[] = []
    const query = { chainId: 1, account, lastEventId: undefined }
    const gone = new AbortController()
    await followAccount(
      off,
      { ...query, signal: gone.signal },
      {
        send: ({ data }) => events.push(data),
        end: () => undefined,
      },
    )
    await saveNotifications(streams.ctx.db, [newNotification(account)])
    await new Promise((resolve) => setTimeout(resolve, 600))
    gone.abort()
    expect(events).toEqual([{ orders: [], notifications: [] }])
  })
})
