import { describe, expect, test } from 'vitest'
import { encrypt } from '@/lib/channels/encryption/encrypt'
import { reviveDelivery } from '@/lib/outbox/delivery-store'
import { openSchedulerFixture } from '@/lib/testing/channels/scheduler-fixture'

const turns = openSchedulerFixture()
const { fixture, open, turn, say, heard, rows, subscription } = turns
const minute = 60_000
const hour = 60 * minute

describe('an endpoint is disabled', () => {
  test('when it answers "gone", with all its waiting deliveries', async () => {
    const id = await open()
    await say('a', 'b')
    fixture.receivers.answer = () => 410
    await turn(id)
    expect(heard()).toEqual(['a'])
    expect(await rows(id)).toMatchObject([
      { state: 'dead', attempts: 1 },
      { state: 'dead', attempts: 0, lastError: expect.stringMatching(/^endpointDisabled:/) },
    ])
    expect(await subscription(id)).toMatchObject({ stoppedReason: 'answered:410' })
    await say('c')
    expect(await rows(id)).toHaveLength(2)
  })

  test('unless its address changed before the old one answered "gone"', async () => {
    const id = await open()
    await say('a', 'b')
    fixture.receivers.answer = async () => {
      const target = encrypt(
        fixture.ctx.config,
        'target',
        `{"url":"${fixture.receivers.url}${turns.path}"}`,
      )
      await fixture.ctx.db.subscription.update({ where: { id }, data: { target } })
      return 410
    }
    await turn(id)
    expect(await subscription(id)).toMatchObject({ stoppedAt: null })
    expect((await rows(id)).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    fixture.receivers.answer = () => 204
    await turn(id)
    expect(heard()).toEqual(['a', 'b', 'a'])
    expect((await rows(id)).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  test('after five days of failed attempts, and no sooner', async () => {
    const id = await open()
    fixture.receivers.answer = () => 500
    const began = fixture.ctx.now()
    for (const hours of [0, 119.9, 120]) {
      fixture.ctx.clock.set(began + hours * hour)
      expect((await subscription(id)).stoppedAt).toBeNull()
      await say(`after ${hours}`)
      await turn(id)
    }
    const { stoppedAt, stoppedReason, failingSince } = await subscription(id)
    expect(stoppedAt).toEqual(new Date(began + 120 * hour))
    expect(stoppedReason).toMatch(/^alwaysFailed:/)
    expect(failingSince).toEqual(new Date(began))
  })

  test('unless it accepted a message in between', async () => {
    const id = await open()
    const began = fixture.ctx.now()
    for (const [hours, status] of [
      [0, 500],
      [60, 204],
      [130, 500],
      [131, 500],
    ] as const) {
      fixture.ctx.clock.set(began + hours * hour)
      fixture.receivers.answer = () => status
      await say(`after ${hours}`)
      await turn(id)
    }
    expect((await subscription(id)).stoppedAt).toBeNull()
  })
})

test('a dead delivery is retried with a full set of attempts, unless its endpoint is disabled', async () => {
  const id = await open()
  await say('a')
  fixture.receivers.answer = () => 422
  await turn(id)
  const [dead] = await rows(id)
  const at = new Date(fixture.ctx.now())
  const revive = () => fixture.ctx.db.$transaction((tx) => reviveDelivery(tx, { id: dead!.id, at }))
  const stop = (stoppedAt: Date | null) =>
    fixture.ctx.db.subscription.update({
      where: { id },
      data: { stoppedAt, stoppedReason: stoppedAt && 'gone' },
    })
  await stop(at)
  expect(await revive()).toBe('stopped')
  await stop(null)
  expect(await revive()).toBe('revived')
  expect(await revive()).toBe('not-dead')
  fixture.receivers.answer = () => 204
  await turn(id)
  expect(await rows(id)).toMatchObject([{ state: 'sent', attempts: 1 }])
})
