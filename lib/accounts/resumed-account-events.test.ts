import { describe, expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import { inTransaction } from '@/lib/db/database'
import { saveNotifications } from '@/lib/notifications/notification-store'
import {
  type AccountStreams,
  expectSilence,
  newAccount,
  newNotification,
  takeEvents,
} from '@/lib/testing/accounts/account-streams'
import { test } from '@/lib/testing/test'
import { until } from '@/lib/testing/until'

let streams: AccountStreams

test.beforeAll(({ streams: opened }) => {
  streams = opened
})

describe('GET /{chainId}/accounts/{account}/events, resumed', () => {
  test('sends the writes of a transaction that began earlier but committed later', async () => {
    const account = newAccount()
    const reader = await streams.open(account)
    await takeEvents(reader, 1)
    const [slow, quick] = [newNotification(account), newNotification(account)]
    let commit: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      commit = resolve
    })
    let isSaved = false
    const late = inTransaction(streams.ctx.db, async (tx) => {
      await saveNotifications(tx, [slow])
      isSaved = true
      await held
    })
    await until(() => isSaved)
    await saveNotifications(streams.ctx.db, [quick])
    const [first] = await takeEvents(reader, 1)
    expect(first?.data.id).toBe(quick.id)
    reader.close()
    commit()
    await late
    const again = await streams.open(account, first?.id)
    expect((await takeEvents(again, 2))[1]?.data.id).toBe(slow.id)
    await expectSilence(again)
    again.close()
  })

  test('loses and repeats nothing, whenever transactions end and clients reconnect', async () => {
    const account = newAccount()
    const count = 120
    let written = 0
    const write = async () => {
      while (written < count) {
        written += 1
        await inTransaction(streams.ctx.db, async (tx) => {
          await saveNotifications(tx, [newNotification(account), newNotification(account)])
          await new Promise((resolve) => setTimeout(resolve, (written * 7919) % 60))
        })
      }
    }
    let id = await firstId(account)
    const isDone = Promise.all([write(), write(), write()])
    const got: string[] = []
    for (let visit = 1; got.length < 2 * count; visit++) {
      const reader = await streams.open(account, id)
      const cut = 2 + ((visit * 31) % 9)
      for (let read = 0; read < cut && got.length < 2 * count; read++) {
        const [event] = await takeEvents(reader, 1)
        if (event?.event === 'notification') got.push(event.data.id)
        id = event?.id ?? id
      }
      reader.close()
    }
    await isDone
    expect(new Set(got).size).toBe(got.length)
    const last = await streams.open(account, id)
    await takeEvents(last, 1)
    await expectSilence(last)
    last.close()
  })

  async function firstId(account: Address) {
    const reader = await streams.open(account)
    const [snapshot] = await takeEvents(reader, 1)
    reader.close()
    return snapshot?.id
  }

  test.each(['nonsense', '1:2', '5:999999999999:', '9:9:~9:9:~', '1:1:1,'.repeat(99)])(
    'starts with a fresh snapshot for the Last-Event-ID %.12s',
    async (lastEventId) => {
      const account = newAccount()
      await saveNotifications(streams.ctx.db, [newNotification(account)])
      const reader = await streams.open(account, lastEventId)
      const [snapshot] = await takeEvents(reader, 1)
      expect(snapshot).toMatchObject({
        event: 'snapshot',
        id: expect.stringMatching(/^[0-9a-f]{8}\.[0-9]+:/),
      })
      expect(snapshot?.data.notifications).toHaveLength(1)
      await expectSilence(reader, 400)
      reader.close()
    },
  )

  test('starts with a fresh snapshot for an id of another era, whose transactions are others', {
    tags: ['long-only'],
  }, async () => {
    const account = newAccount()
    const first = await firstId(account)
    await saveNotifications(streams.ctx.db, [newNotification(account)])
    const resumed = await streams.open(account, first)
    expect((await takeEvents(resumed, 2))[1]?.event).toBe('notification')
    resumed.close()
    const restored = await streams.open(account, first?.replace(/^.{8}/, '01234567'))
    const [snapshot] = await takeEvents(restored, 1)
    expect(snapshot?.data.notifications).toHaveLength(1)
    await expectSilence(restored)
    restored.close()
  })

  test('a forged Last-Event-ID starts with a fresh snapshot and disturbs no other client', async () => {
    const huge = '9'.repeat(19)
    for (const forged of [`1:2:${huge}`, `1:${huge}:`, `1:2:~1:${huge}:${huge}~k`, '-1:0:']) {
      const reader = await streams.open(newAccount(), forged)
      expect(reader.response.status, forged).toBe(200)
      expect(await takeEvents(reader, 1)).toMatchObject([{ event: 'snapshot' }])
      reader.close()
    }
  })
})
