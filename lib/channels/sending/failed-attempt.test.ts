import { describe, expect, test } from 'vitest'
import { openSchedulerFixture } from '@/lib/testing/channels/scheduler-fixture'

const turns = openSchedulerFixture()
const { fixture, open, turn, say, heard, rows, subscription, later } = turns
const minute = 60_000
const hour = 60 * minute

describe('a failed attempt', () => {
  test('is retried on schedule, eight attempts in all, and then dead', async () => {
    const id = await open()
    await say('a')
    fixture.receivers.answer = () => 500
    const pauses = [5_000, 5 * minute, hour / 2, 2 * hour, 5 * hour, 10 * hour, 10 * hour]
    for (const [index, pause] of pauses.entries()) {
      expect(await turn(id)).toBe('failing')
      const [row] = await rows(id)
      expect(row).toMatchObject({ state: 'waiting', attempts: index + 1, lastStatus: 500 })
      const wait = row!.dueAt.getTime() - fixture.ctx.now()
      expect(wait).toBeGreaterThanOrEqual(pause * 0.9)
      expect(wait).toBeLessThanOrEqual(pause * 1.1)
      expect(await later(id)).toBe(row!.dueAt.getTime())
      expect(await turn(id)).toBe('idle')
      fixture.ctx.clock.set(row!.dueAt.getTime())
    }
    await turn(id)
    expect(await rows(id)).toMatchObject([
      { state: 'dead', attempts: 8, lastError: 'answered:500' },
    ])
    expect(heard()).toHaveLength(8)
    expect(await turn(id)).toBe('idle')
  })

  test('blocks nothing behind it', async () => {
    const id = await open()
    await say('a', 'b', 'c')
    fixture.receivers.answer = ({ ids }) => (ids[0] === `${turns.path}/a` ? 500 : 204)
    await turn(id)
    expect(heard()).toEqual(['a', 'b', 'c'])
    expect((await rows(id)).map(({ state }) => state)).toEqual(['waiting', 'sent', 'sent'])
  })

  test('is retried only after all untried deliveries', async () => {
    const id = await open()
    const names = Array.from({ length: 100 }, (_, index) => `old ${index}`)
    await say(...names)
    await fixture.ctx.db.delivery.updateMany({
      where: { subscriptionId: id },
      data: { attempts: 1 },
    })
    await say('new')
    await turn(id)
    expect(heard()).toEqual(['new', ...names.slice(0, 99)])
  })

  test('is deferred for as long as the endpoint requests', async () => {
    const id = await open()
    await say('a')
    fixture.receivers.answer = (_, response) => {
      response.setHeader('retry-after', '120')
      return 429
    }
    await turn(id)
    const [row] = await rows(id)
    expect(row!.dueAt.getTime() - fixture.ctx.now()).toBe(2 * minute)
    expect(row).toMatchObject({ state: 'waiting', attempts: 1, lastStatus: 429 })
  })

  test('ends the run when it is the third in a row', async () => {
    const id = await open()
    await say('a', 'b', 'c', 'd')
    fixture.receivers.answer = () => 500
    await turn(id)
    expect(heard()).toEqual(['a', 'b', 'c'])
    await turn(id)
    expect(heard()).toEqual(['a', 'b', 'c', 'd'])
  })

  test('is dead at once after a permanent rejection, which does not disable the endpoint', async () => {
    const id = await open()
    await say('a', 'b')
    fixture.receivers.answer = ({ ids }) => (ids[0] === `${turns.path}/a` ? 422 : 204)
    await turn(id)
    expect((await rows(id)).map(({ state }) => state)).toEqual(['dead', 'sent'])
    expect((await subscription(id)).stoppedAt).toBeNull()
  })

  test('counts as one when the sender throws, and hides the error', async () => {
    const id = await open()
    await say('a')
    const broken = { webhook: () => Promise.reject(new Error('a secret')) }
    await turn(id, { senders: broken })
    const [row] = await rows(id)
    expect(row).toMatchObject({ attempts: 1, lastError: 'notSent' })
    fixture.ctx.clock.set(row!.dueAt.getTime())
    await turn(id, { senders: {} })
    expect((await rows(id))[0]?.lastError).toBe('thisChannelOff')
  })
})

test('a permanent rejection is no failure of the endpoint', async () => {
  const id = await open()
  const began = fixture.ctx.now()
  fixture.receivers.answer = () => 422
  await say('a')
  await turn(id)
  expect((await subscription(id)).failingSince).toBeNull()
  fixture.ctx.clock.set(began + 130 * hour)
  fixture.receivers.answer = () => 500
  await say('b')
  await turn(id)
  const { stoppedAt, failingSince } = await subscription(id)
  expect(stoppedAt).toBeNull()
  expect(failingSince).toEqual(new Date(began + 130 * hour))
})

test('an accepted message ends a failure streak, even if the next one in the run fails', async () => {
  const id = await open()
  const began = fixture.ctx.now()
  fixture.receivers.answer = () => 500
  await say('a')
  await turn(id)
  fixture.ctx.clock.set(began + hour)
  await say('b', 'c')
  fixture.receivers.answer = ({ ids }) => (ids[0] === `${turns.path}/b` ? 204 : 500)
  await turn(id)
  expect(await subscription(id)).toMatchObject({
    failingSince: new Date(began + hour),
    lastSentAt: new Date(began + hour),
    lastError: 'answered:500',
  })
})
