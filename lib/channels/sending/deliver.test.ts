import { describe, expect } from 'vitest'
import { type SchedulerFixture, sendIds } from '@/lib/testing/channels/scheduler-fixture'
import { test } from '@/lib/testing/test'

let turns: SchedulerFixture

test.beforeEach(({ scheduler }) => {
  turns = scheduler
})
const minute = 60_000

describe('a delivery run', () => {
  test('sends waiting deliveries in order and records each once', async () => {
    const id = await turns.open()
    await turns.say('a', 'b', 'c')
    expect(await turns.turn(id)).toBe('sent')
    expect(turns.heard()).toEqual(['a', 'b', 'c'])
    expect(await turns.rows(id)).toMatchObject(
      Array.from({ length: 3 }, () => ({ state: 'sent', attempts: 1, lastStatus: 204 })),
    )
    expect(await turns.turn(id)).toBe('idle')
    expect(turns.heard()).toHaveLength(3)
    const { lastSentAt, failingSince } = await turns.subscription(id)
    expect(lastSentAt).toEqual(new Date(turns.fixture.ctx.now()))
    expect(failingSince).toBeNull()
  })

  test('takes at most a hundred deliveries', async () => {
    const id = await turns.open()
    await turns.say(...Array.from({ length: 120 }, (_, index) => String(index)))
    await turns.turn(id)
    expect(turns.heard()).toHaveLength(100)
    await turns.turn(id)
    expect(turns.heard()).toEqual(Array.from({ length: 120 }, (_, index) => String(index)))
  })

  test('finds nothing for a disabled, unconfirmed or stopped subscription', async () => {
    const id = await turns.open()
    await turns.say('a')
    for (const facts of [{ enabled: false }, { enabled: true, confirmed: false }]) {
      await turns.fixture.ctx.db.subscription.update({ where: { id }, data: facts })
      expect(await turns.turn(id)).toBe('idle')
    }
    expect(turns.heard()).toEqual([])
  })

  test.each([
    ['pauses', { enabled: false }],
    ['unsubscribes', { confirmed: false }],
    ['gives up', { stoppedAt: new Date(), stoppedReason: 'gone' }],
    ['takes another secret', { secret: 'another' }],
    ['takes another address', { target: 'another' }],
    ['sleeps', { quietFrom: 0, quietTo: 1 }],
  ])('stops before the next message when its owner %s meanwhile', async (_, data) => {
    const id = await turns.open()
    await turns.say('a', 'b', 'c')
    turns.fixture.receivers.answer = async () => {
      await turns.fixture.ctx.db.subscription.update({ where: { id }, data })
      return 204
    }
    expect(await turns.turn(id)).toBe('sent')
    expect(turns.heard()).toEqual(['a'])
    expect((await turns.rows(id)).map(({ state }) => state)).toEqual(['sent', 'waiting', 'waiting'])
  })

  test('stops before the next message when its endpoint is deleted', async () => {
    const id = await turns.open()
    await turns.say('a', 'b')
    turns.fixture.receivers.answer = async () => {
      await turns.fixture.ctx.db.subscription.deleteMany({ where: { id } })
      return 204
    }
    await turns.turn(id)
    expect(turns.heard()).toEqual(['a'])
  })

  test('stops before the next message when aborted', async () => {
    const id = await turns.open()
    await turns.say('a', 'b')
    const stopping = new AbortController()
    turns.fixture.receivers.answer = () => {
      stopping.abort()
      return 204
    }
    await turns.turn(id, { signal: stopping.signal })
    expect(turns.heard()).toEqual(['a'])
    expect((await turns.rows(id)).map(({ state }) => state)).toEqual(['sent', 'waiting'])
  })
})

test('a run ends after two seconds, and its endpoint counts as slow', async () => {
  const id = await turns.open()
  await turns.say('a', 'b', 'c', 'd')
  turns.fixture.receivers.answer = () => {
    turns.fixture.ctx.clock.advance(1_050)
    return 204
  }
  expect(await turns.turn(id)).toBe('slow')
  expect(turns.heard()).toEqual(['a', 'b'])
  expect((await turns.rows(id)).map(({ state }) => state)).toEqual([
    'sent',
    'sent',
    'waiting',
    'waiting',
  ])
  turns.fixture.receivers.answer = () => 204
  expect(await turns.turn(id)).toBe('sent')
  expect(turns.heard()).toEqual(['a', 'b', 'c', 'd'])
})

describe('the delivery window of an account', () => {
  test('defers notifications during quiet hours', async () => {
    const minutes = Math.floor(turns.fixture.ctx.now() / minute) % 1_440
    const [quietFrom, quietTo] = [(minutes + 1_430) % 1_440, (minutes + 10) % 1_440]
    const id = await turns.open({ quietFrom, quietTo })
    await turns.say('a', 'b')
    expect(await turns.turn(id)).toBe('idle')
    const end = await turns.later(id)
    expect(end! - turns.fixture.ctx.now()).toBeGreaterThan(8 * minute)
    expect(turns.heard()).toEqual([])
    turns.fixture.ctx.clock.set(end!)
    await turns.turn(id)
    expect(turns.heard()).toEqual(['a', 'b'])
  })

  test('combines the notifications of a digest into one message', async () => {
    const id = await turns.open({ digest: 'hourly' })
    await turns.say('a', 'b')
    await turns.say('c')
    // All within one hour, even in the last minute of one.
    const hour = Math.ceil(turns.fixture.ctx.now() / (60 * minute)) * 60 * minute
    const data = { createdAt: new Date(hour) }
    await turns.fixture.ctx.db.delivery.updateMany({ where: { subscriptionId: id }, data })
    turns.fixture.ctx.clock.set(hour + minute)
    expect(await turns.turn(id)).toBe('idle')
    turns.fixture.ctx.clock.set((await turns.later(id))!)
    turns.fixture.receivers.answer = () => 500
    await turns.turn(id)
    turns.fixture.receivers.answer = () => 204
    turns.fixture.ctx.clock.advance(6_000)
    await turns.turn(id)
    const messages = turns.fixture.receivers.heard.filter((message) => message.path === turns.path)
    expect(messages.map(({ ids }) => ids.length)).toEqual([3, 3])
    expect(await turns.rows(id)).toMatchObject(
      Array.from({ length: 3 }, () => ({ state: 'sent', attempts: 2 })),
    )
  })
})

test('deliveries beyond a channel’s rate limit keep their place and use no attempt', async () => {
  const id = await turns.open()
  await turns.say('a', 'b')
  let room = 1
  const crowded = {
    webhook: async (...message: Parameters<typeof sendIds>) =>
      room-- > 0
        ? sendIds(...message)
        : ({ kind: 'later', error: { code: 'telegramBusy' }, afterMs: 3_000 } as const),
  }
  const crowdedTurn = () => turns.turn(id, { senders: crowded })
  expect(await crowdedTurn()).toBe('postponed')
  await turns.say('c')
  const [job] = await turns.fixture.ctx.db.$queryRaw<{ at: Date }[]>`
    SELECT run_at AS at FROM graphile_worker.jobs WHERE key = ${`deliver:${id}`}`
  expect(job?.at.getTime()).toBe(turns.fixture.ctx.now() + 3_000)
  room = 2
  expect(await crowdedTurn()).toBe('sent')
  expect(turns.heard()).toEqual(['a', 'b', 'c'])
  expect((await turns.rows(id)).map(({ attempts }) => attempts)).toEqual([1, 1, 1])
})
