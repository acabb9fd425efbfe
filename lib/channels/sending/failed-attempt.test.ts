import { describe, expect } from 'vitest'
import type { SchedulerFixture } from '@/lib/testing/channels/scheduler-fixture'
import { test } from '@/lib/testing/test'

let turns: SchedulerFixture

test.beforeEach(({ scheduler }) => {
  turns = scheduler
})
const minute = 60_000
const hour = 60 * minute

describe('a failed attempt', () => {
  test('is retried on schedule, eight attempts in all, and then dead', async () => {
    const id = await turns.open()
    await turns.say('a')
    turns.fixture.receivers.answer = () => 500
    const pauses = [5_000, 5 * minute, hour / 2, 2 * hour, 5 * hour, 10 * hour, 10 * hour]
    for (const [index, pause] of pauses.entries()) {
      expect(await turns.turn(id)).toBe('failing')
      const [row] = await turns.rows(id)
      expect(row).toMatchObject({ state: 'waiting', attempts: index + 1, lastStatus: 500 })
      const wait = row!.dueAt.getTime() - turns.fixture.ctx.now()
      expect(wait).toBeGreaterThanOrEqual(pause * 0.9)
      expect(wait).toBeLessThanOrEqual(pause * 1.1)
      expect(await turns.later(id)).toBe(row!.dueAt.getTime())
      expect(await turns.turn(id)).toBe('idle')
      turns.fixture.ctx.clock.set(row!.dueAt.getTime())
    }
    await turns.turn(id)
    expect(await turns.rows(id)).toMatchObject([
      { state: 'dead', attempts: 8, lastError: 'answered:500' },
    ])
    expect(turns.heard()).toHaveLength(8)
    expect(await turns.turn(id)).toBe('idle')
  })

  test('blocks nothing behind it', async () => {
    const id = await turns.open()
    await turns.say('a', 'b', 'c')
    turns.fixture.receivers.answer = ({ ids }) => (ids[0] === `${turns.path}/a` ? 500 : 204)
    await turns.turn(id)
    expect(turns.heard()).toEqual(['a', 'b', 'c'])
    expect((await turns.rows(id)).map(({ state }) => state)).toEqual(['waiting', 'sent', 'sent'])
  })

  test('is retried only after all untried deliveries', async () => {
    const id = await turns.open()
    const names = Array.from({ length: 100 }, (_, index) => `old ${index}`)
    await turns.say(...names)
    await turns.fixture.ctx.db.delivery.updateMany({
      where: { subscriptionId: id },
      data: { attempts: 1 },
    })
    await turns.say('new')
    await turns.turn(id)
    expect(turns.heard()).toEqual(['new', ...names.slice(0, 99)])
  })

  test('is deferred for as long as the endpoint requests', async () => {
    const id = await turns.open()
    await turns.say('a')
    turns.fixture.receivers.answer = (_, response) => {
      response.setHeader('retry-after', '120')
      return 429
    }
    await turns.turn(id)
    const [row] = await turns.rows(id)
    expect(row!.dueAt.getTime() - turns.fixture.ctx.now()).toBe(2 * minute)
    expect(row).toMatchObject({ state: 'waiting', attempts: 1, lastStatus: 429 })
  })

  test('ends the run when it is the third in a row', async () => {
    const id = await turns.open()
    await turns.say('a', 'b', 'c', 'd')
    turns.fixture.receivers.answer = () => 500
    await turns.turn(id)
    expect(turns.heard()).toEqual(['a', 'b', 'c'])
    await turns.turn(id)
    expect(turns.heard()).toEqual(['a', 'b', 'c', 'd'])
  })

  test('is dead at once after a permanent rejection, which does not disable the endpoint', async () => {
    const id = await turns.open()
    await turns.say('a', 'b')
    turns.fixture.receivers.answer = ({ ids }) => (ids[0] === `${turns.path}/a` ? 422 : 204)
    await turns.turn(id)
    expect((await turns.rows(id)).map(({ state }) => state)).toEqual(['dead', 'sent'])
    expect((await turns.subscription(id)).stoppedAt).toBeNull()
  })

  test('counts as one when the sender throws, and hides the error', async () => {
    const id = await turns.open()
    await turns.say('a')
    const broken = { webhook: () => Promise.reject(new Error('a secret')) }
    await turns.turn(id, { senders: broken })
    const [row] = await turns.rows(id)
    expect(row).toMatchObject({ attempts: 1, lastError: 'notSent' })
    turns.fixture.ctx.clock.set(row!.dueAt.getTime())
    await turns.turn(id, { senders: {} })
    expect((await turns.rows(id))[0]?.lastError).toBe('thisChannelOff')
  })
})

test('a permanent rejection is no failure of the endpoint', async () => {
  const id = await turns.open()
  const began = turns.fixture.ctx.now()
  turns.fixture.receivers.answer = () => 422
  await turns.say('a')
  await turns.turn(id)
  expect((await turns.subscription(id)).failingSince).toBeNull()
  turns.fixture.ctx.clock.set(began + 130 * hour)
  turns.fixture.receivers.answer = () => 500
  await turns.say('b')
  await turns.turn(id)
  const { stoppedAt, failingSince } = await turns.subscription(id)
  expect(stoppedAt).toBeNull()
  expect(failingSince).toEqual(new Date(began + 130 * hour))
})

test('an accepted message ends a failure streak, even if the next one in the run fails', async () => {
  const id = await turns.open()
  const began = turns.fixture.ctx.now()
  turns.fixture.receivers.answer = () => 500
  await turns.say('a')
  await turns.turn(id)
  turns.fixture.ctx.clock.set(began + hour)
  await turns.say('b', 'c')
  turns.fixture.receivers.answer = ({ ids }) => (ids[0] === `${turns.path}/b` ? 204 : 500)
  await turns.turn(id)
  expect(await turns.subscription(id)).toMatchObject({
    failingSince: new Date(began + hour),
    lastSentAt: new Date(began + hour),
    lastError: 'answered:500',
  })
})
