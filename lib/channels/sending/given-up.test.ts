import { describe, expect } from 'vitest'
import { encrypt } from '@/lib/channels/encryption/encrypt'
import { reviveDelivery } from '@/lib/outbox/delivery-store'
import type { SchedulerFixture } from '@/lib/testing/channels/scheduler-fixture'
import { test } from '@/lib/testing/test'

let turns: SchedulerFixture

test.beforeEach(({ scheduler }) => {
  turns = scheduler
})
const minute = 60_000
const hour = 60 * minute

describe('an endpoint is disabled', () => {
  test('when it answers "gone", with all its waiting deliveries', async () => {
    const id = await turns.open()
    await turns.say('a', 'b')
    turns.fixture.receivers.answer = () => 410
    await turns.turn(id)
    expect(turns.heard()).toEqual(['a'])
    expect(await turns.rows(id)).toMatchObject([
      { state: 'dead', attempts: 1 },
      { state: 'dead', attempts: 0, lastError: expect.stringMatching(/^endpointDisabled:/) },
    ])
    expect(await turns.subscription(id)).toMatchObject({ stoppedReason: 'answered:410' })
    await turns.say('c')
    expect(await turns.rows(id)).toHaveLength(2)
  })

  test('unless its address changed before the old one answered "gone"', async () => {
    const id = await turns.open()
    await turns.say('a', 'b')
    turns.fixture.receivers.answer = async () => {
      const target = encrypt(
        turns.fixture.ctx.config,
        'target',
        `{"url":"${turns.fixture.receivers.url}${turns.path}"}`,
      )
      await turns.fixture.ctx.db.subscription.update({ where: { id }, data: { target } })
      return 410
    }
    await turns.turn(id)
    expect(await turns.subscription(id)).toMatchObject({ stoppedAt: null })
    expect((await turns.rows(id)).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    turns.fixture.receivers.answer = () => 204
    await turns.turn(id)
    expect(turns.heard()).toEqual(['a', 'b', 'a'])
    expect((await turns.rows(id)).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  test('after five days of failed attempts, and no sooner', async () => {
    const id = await turns.open()
    turns.fixture.receivers.answer = () => 500
    const began = turns.fixture.ctx.now()
    for (const hours of [0, 119.9, 120]) {
      turns.fixture.ctx.clock.set(began + hours * hour)
      expect((await turns.subscription(id)).stoppedAt).toBeNull()
      await turns.say(`after ${hours}`)
      await turns.turn(id)
    }
    const { stoppedAt, stoppedReason, failingSince } = await turns.subscription(id)
    expect(stoppedAt).toEqual(new Date(began + 120 * hour))
    expect(stoppedReason).toMatch(/^alwaysFailed:/)
    expect(failingSince).toEqual(new Date(began))
  })

  test('unless it accepted a message in between', async () => {
    const id = await turns.open()
    const began = turns.fixture.ctx.now()
    for (const [hours, status] of [
      [0, 500],
      [60, 204],
      [130, 500],
      [131, 500],
    ] as const) {
      turns.fixture.ctx.clock.set(began + hours * hour)
      turns.fixture.receivers.answer = () => status
      await turns.say(`after ${hours}`)
      await turns.turn(id)
    }
    expect((await turns.subscription(id)).stoppedAt).toBeNull()
  })
})

test('a dead delivery is retried with a full set of attempts, unless its endpoint is disabled', async () => {
  const id = await turns.open()
  await turns.say('a')
  turns.fixture.receivers.answer = () => 422
  await turns.turn(id)
  const [dead] = await turns.rows(id)
  const at = new Date(turns.fixture.ctx.now())
  const revive = () =>
    turns.fixture.ctx.db.$transaction((tx) => reviveDelivery(tx, { id: dead!.id, at }))
  const stop = (stoppedAt: Date | null) =>
    turns.fixture.ctx.db.subscription.update({
      where: { id },
      data: { stoppedAt, stoppedReason: stoppedAt && 'gone' },
    })
  await stop(at)
  expect(await revive()).toBe('stopped')
  await stop(null)
  expect(await revive()).toBe('revived')
  expect(await revive()).toBe('not-dead')
  turns.fixture.receivers.answer = () => 204
  await turns.turn(id)
  expect(await turns.rows(id)).toMatchObject([{ state: 'sent', attempts: 1 }])
})
