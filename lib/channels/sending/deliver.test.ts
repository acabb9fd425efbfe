import { describe, expect, test } from 'vitest'
import { sendIds } from '@/lib/testing/channels/delivery-sender'
import { openSchedulerFixture } from '@/lib/testing/channels/scheduler-fixture'

const turns = openSchedulerFixture()
const { fixture, open, turn, say, heard, rows, subscription, later } = turns
const minute = 60_000

describe('a delivery run', () => {
  test('sends waiting deliveries in order and records each once', async () => {
    const id = await open()
    await say('a', 'b', 'c')
    expect(await turn(id)).toBe('sent')
    expect(heard()).toEqual(['a', 'b', 'c'])
    expect(await rows(id)).toMatchObject(
      Array.from({ length: 3 }, () => ({ state: 'sent', attempts: 1, lastStatus: 204 })),
    )
    expect(await turn(id)).toBe('idle')
    expect(heard()).toHaveLength(3)
    const { lastSentAt, failingSince } = await subscription(id)
    expect(lastSentAt).toEqual(new Date(fixture.ctx.now()))
    expect(failingSince).toBeNull()
  })

  test('takes at most a hundred deliveries', async () => {
    const id = await open()
    await say(...Array.from({ length: 120 }, (_, index) => String(index)))
    await turn(id)
    expect(heard()).toHaveLength(100)
    await turn(id)
    expect(heard()).toEqual(Array.from({ length: 120 }, (_, index) => String(index)))
  })

  test('finds nothing for a disabled, unconfirmed or stopped subscription', async () => {
    const id = await open()
    await say('a')
    for (const facts of [{ enabled: false }, { enabled: true, confirmed: false }]) {
      await fixture.ctx.db.subscription.update({ where: { id }, data: facts })
      expect(await turn(id)).toBe('idle')
    }
    expect(heard()).toEqual([])
  })

  test.each([
    ['pauses', { enabled: false }],
    ['unsubscribes', { confirmed: false }],
    ['gives up', { stoppedAt: new Date(), stoppedReason: 'gone' }],
    ['takes another secret', { secret: 'another' }],
    ['takes another address', { target: 'another' }],
    ['sleeps', { quietFrom: 0, quietTo: 1 }],
  ])('stops before the next message when its owner %s meanwhile', async (_, data) => {
    const id = await open()
    await say('a', 'b', 'c')
    fixture.receivers.answer = async () => {
      await fixture.ctx.db.subscription.update({ where: { id }, data })
      return 204
    }
    expect(await turn(id)).toBe('sent')
    expect(heard()).toEqual(['a'])
    expect((await rows(id)).map(({ state }) => state)).toEqual(['sent', 'waiting', 'waiting'])
  })

  test('stops before the next message when its endpoint is deleted', async () => {
    const id = await open()
    await say('a', 'b')
    fixture.receivers.answer = async () => {
      await fixture.ctx.db.subscription.deleteMany({ where: { id } })
      return 204
    }
    await turn(id)
    expect(heard()).toEqual(['a'])
  })

  test('stops before the next message when aborted', async () => {
    const id = await open()
    await say('a', 'b')
    const stopping = new AbortController()
    fixture.receivers.answer = () => {
      stopping.abort()
      return 204
    }
    await turn(id, { signal: stopping.signal })
    expect(heard()).toEqual(['a'])
    expect((await rows(id)).map(({ state }) => state)).toEqual(['sent', 'waiting'])
  })
})

test('a run ends after two seconds, and its endpoint counts as slow', async () => {
  const id = await open()
  await say('a', 'b', 'c', 'd')
  fixture.receivers.answer = () => {
    fixture.ctx.clock.advance(1_050)
    return 204
  }
  expect(await turn(id)).toBe('slow')
  expect(heard()).toEqual(['a', 'b'])
  expect((await rows(id)).map(({ state }) => state)).toEqual(['sent', 'sent', 'waiting', 'waiting'])
  fixture.receivers.answer = () => 204
  expect(await turn(id)).toBe('sent')
  expect(heard()).toEqual(['a', 'b', 'c', 'd'])
})

describe('the delivery window of an account', () => {
  test('defers notifications during quiet hours', async () => {
    const minutes = Math.floor(fixture.ctx.now() / minute) % 1_440
    const [quietFrom, quietTo] = [(minutes + 1_430) % 1_440, (minutes + 10) % 1_440]
    const id = await open({ quietFrom, quietTo })
    await say('a', 'b')
    expect(await turn(id)).toBe('idle')
    const end = await later(id)
    expect(end! - fixture.ctx.now()).toBeGreaterThan(8 * minute)
    expect(heard()).toEqual([])
    fixture.ctx.clock.set(end!)
    await turn(id)
    expect(heard()).toEqual(['a', 'b'])
  })

  test('combines the notifications of a digest into one message', async () => {
    const id = await open({ digest: 'hourly' })
    await say('a', 'b')
    await say('c')
    // All within one hour, even in the last minute of one.
    const hour = Math.ceil(fixture.ctx.now() / (60 * minute)) * 60 * minute
    const data = { createdAt: new Date(hour) }
    await fixture.ctx.db.delivery.updateMany({ where: { subscriptionId: id }, data })
    fixture.ctx.clock.set(hour + minute)
    expect(await turn(id)).toBe('idle')
    fixture.ctx.clock.set((await later(id))!)
    fixture.receivers.answer = () => 500
    await turn(id)
    fixture.receivers.answer = () => 204
    fixture.ctx.clock.advance(6_000)
    await turn(id)
    const messages = fixture.receivers.heard.filter((message) => message.path === turns.path)
    expect(messages.map(({ ids }) => ids.length)).toEqual([3, 3])
    expect(await rows(id)).toMatchObject(
      Array.from({ length: 3 }, () => ({ state: 'sent', attempts: 2 })),
    )
  })
})

test('deliveries beyond a channel’s rate limit keep their place and use no attempt', async () => {
  const id = await open()
  await say('a', 'b')
  let room = 1
  const crowded = {
    webhook: async (...message: Parameters<typeof sendIds>) =>
      room-- > 0
        ? sendIds(...message)
        : ({ kind: 'later', error: { code: 'telegramBusy' }, afterMs: 3_000 } as const),
  }
  const crowdedTurn = () => turn(id, { senders: crowded })
  expect(await crowdedTurn()).toBe('postponed')
  await say('c')
  const [job] = await fixture.ctx.db.$queryRaw<{ at: Date }[]>`
    SELECT run_at AS at FROM graphile_worker.jobs WHERE key = ${`deliver:${id}`}`
  expect(job?.at.getTime()).toBe(fixture.ctx.now() + 3_000)
  room = 2
  expect(await crowdedTurn()).toBe('sent')
  expect(heard()).toEqual(['a', 'b', 'c'])
  expect((await rows(id)).map(({ attempts }) => attempts)).toEqual([1, 1, 1])
})
