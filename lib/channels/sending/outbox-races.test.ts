import { beforeEach, describe, expect } from 'vitest'
import { changeSubscription } from '@/lib/channels/subscriptions/change-subscription'
import { everywhere } from '@/lib/core/identity'
import { inTransaction } from '@/lib/db/database'
import { saveCorrections } from '@/lib/notifications/save-fact-notifications'
import { saveAttempt } from '@/lib/outbox/attempt-store'
import {
  addLostDeliveryJobs,
  closeStoppedDeliveries,
  countBacklog,
} from '@/lib/outbox/delivery-job-repair-store'
import { scheduleRun } from '@/lib/outbox/delivery-job-store'
import { listAccountDeliveries, retractedError, reviveDelivery } from '@/lib/outbox/delivery-store'
import {
  accountOf,
  type DeliveryFixture,
  saveTestNotifications,
  subscribe,
} from '@/lib/testing/channels/delivery-fixture'
import { sendIds } from '@/lib/testing/channels/scheduler-fixture'
import { test } from '@/lib/testing/test'
import { until } from '@/lib/testing/until'
import { deliver } from './deliver'
import { retryDelivery } from './retry-delivery'

let fixture: DeliveryFixture

test.beforeAll(({ deliveries }) => {
  fixture = deliveries
})
const { signal } = new AbortController()
let number = 0
let path = ''
let account = accountOf(0)

beforeEach(async () => {
  number += 1
  path = `/${number}`
  account = accountOf(number)
  fixture.receivers.answer = () => 204
  fixture.ctx.clock.set(Date.now() + 60_000)
  await fixture.ctx.db.subscription.deleteMany()
  await fixture.ctx.db.$executeRaw`DELETE FROM graphile_worker._private_jobs`
})

const open = (facts: Partial<Parameters<typeof subscribe>[1]> = {}) =>
  subscribe(fixture.ctx, { url: `${fixture.receivers.url}${path}`, account, ...facts })
const turn = (subscriptionId: string) =>
  deliver(fixture.ctx, { subscriptionId, senders: { webhook: sendIds }, signal })
const say = (...ids: string[]) =>
  saveTestNotifications(
    fixture.ctx,
    account,
    ids.map((id) => `${path}/${id}`),
  )
const retract = (id: string) =>
  inTransaction(fixture.ctx.db, (tx) => saveCorrections(tx, [`${path}/${id}`]))
const rows = (subscriptionId: string) =>
  fixture.ctx.db.delivery.findMany({ where: { subscriptionId }, orderBy: { id: 'asc' } })
/** Makes all waiting deliveries a minute overdue. */
const makeOverdue = () =>
  fixture.ctx.db.delivery.updateMany({ data: { dueAt: new Date(Date.now() - 60_000) } })
const untilWaiting = () =>
  until(async () => {
    const [row] = await fixture.ctx.db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`
    return row!.count > 0
  })

test.each(['that failed', 'not tried yet'])('a correction closes an original %s', async (how) => {
  const id = await open()
  await say('a')
  if (how === 'that failed') {
    fixture.receivers.answer = () => 500
    await turn(id)
    fixture.receivers.answer = () => 204
  }
  const before = fixture.receivers.heard.length
  await retract('a')
  fixture.ctx.clock.advance(3_600_000)
  await turn(id)
  const heard = fixture.receivers.heard.slice(before).flatMap(({ ids }) => ids)
  const [original, correction, ...others] = await rows(id)
  expect(others).toEqual([])
  expect(heard).toEqual([correction!.notificationId])
  expect(original).toMatchObject({ state: 'dead', lastError: retractedError })
  expect(correction).toMatchObject({ state: 'sent' })
  const at = new Date(fixture.ctx.now())
  expect(
    await inTransaction(fixture.ctx.db, (tx) => reviveDelivery(tx, { id: original!.id, at })),
  ).toBe('taken-back')
})

test('an original retracted in flight counts as sent when accepted and is closed when it fails', async () => {
  for (const [name, status] of [
    ['a', 204],
    ['b', 500],
  ] as const) {
    const id = await open({ targetKey: name })
    await say(name)
    fixture.receivers.answer = async ({ ids }) => {
      if (ids[0] !== `${path}/${name}`) return 204
      await retract(name)
      return status
    }
    await turn(id)
    await turn(id)
    const states = (await rows(id)).map(({ state }) => state)
    expect(states).toEqual([status === 204 ? 'sent' : 'dead', 'sent'])
    await fixture.ctx.db.subscription.delete({ where: { id } })
  }
})

test('an original retracted during the run that has read it is not sent', async () => {
  const id = await open()
  await say('a', 'b', 'c')
  fixture.receivers.answer = async ({ ids }) => {
    if (ids[0] === `${path}/a`) await retract('b')
    return 204
  }
  expect(await turn(id)).toBe('sent')
  await turn(id)
  const [correction] = await fixture.ctx.db.notification.findMany({
    where: { metadata: { path: ['correctsId'], equals: `${path}/b` } },
  })
  expect(fixture.receivers.idsAt(path)).toEqual([`${path}/a`, `${path}/c`, correction!.id])
  const states = (await rows(id)).map(({ state, lastError }) => [state, lastError])
  expect(states).toEqual([
    ['sent', null],
    ['dead', retractedError],
    ['sent', null],
    ['sent', null],
  ])
})

describe('a dead original that is retracted', () => {
  const giveUp = async () => {
    const id = await open()
    await say('a')
    fixture.receivers.answer = () => 410
    await turn(id)
    fixture.receivers.answer = () => 204
    const [original] = await rows(id)
    expect(original).toMatchObject({ state: 'dead', lastError: 'answered:410' })
    await changeSubscription(fixture.ctx, { id, ...everywhere(account) }, { enabled: true })
    return { id, original: original!, at: new Date(fixture.ctx.now()) }
  }
  const heard = async (id: string) => {
    const before = fixture.receivers.heard.length
    await turn(id)
    return fixture.receivers.heard.slice(before).flatMap(({ ids }) => ids)
  }

  test('cannot be retried after its correction', async () => {
    const { id, original, at } = await giveUp()
    await retract('a')
    const revive = inTransaction(fixture.ctx.db, (tx) =>
      reviveDelivery(tx, { id: original.id, at }),
    )
    expect(await revive).toBe('taken-back')
    const retry = retryDelivery(fixture.ctx, { id: original.id, ...everywhere(account) })
    const refused = { code: 'Conflict', message: 'what it tells was taken back since' }
    await expect(retry).rejects.toMatchObject(refused)
    const listed = await listAccountDeliveries(fixture.ctx.db, everywhere(account), { limit: 2 })
    expect(listed.map(({ isRetryable }) => isRetryable)).toEqual([false, false])
    const [, correction] = await rows(id)
    expect(await heard(id)).toEqual([correction!.notificationId])
  })

  test('cannot be retried concurrently with its correction', async () => {
    const { id, original, at } = await giveUp()
    let revived: Promise<unknown> | undefined
    await fixture.ctx.db.$transaction(async (tx) => {
      await saveCorrections(tx, [`${path}/a`])
      revived = inTransaction(fixture.ctx.db, (other) =>
        reviveDelivery(other, { id: original.id, at }),
      )
      revived.catch(() => {})
      await untilWaiting()
    })
    expect(await revived).toBe('not-dead')
    expect(await heard(id)).not.toContain(`${path}/a`)
  })
})

test('records an attempt while its account changes the subscription', async () => {
  const id = await open()
  await say('a')
  const [row] = await rows(id)
  const sent = { state: 'sent', dueMs: undefined, error: undefined, status: 204 } as const
  let recorded: Promise<void> | undefined
  await fixture.ctx.db.$transaction(async (tx) => {
    await tx.subscription.update({ where: { id }, data: { label: 'other' } })
    recorded = saveAttempt(fixture.ctx, { ...sent, isFailure: false, deliveryId: row!.id })
    recorded.catch(() => {})
    await untilWaiting()
    // Deadlocks if the attempt already holds the delivery.
    await tx.delivery.updateMany({ where: { subscriptionId: id }, data: { dueAt: new Date() } })
  })
  await recorded
  expect(await rows(id)).toMatchObject([{ state: 'sent' }])
})

test('saves a notification while an endpoint of its account is deleted', async () => {
  const [gone, kept] = [await open(), await open({ targetKey: 'other' })]
  let saved: Promise<string[]> | undefined
  await fixture.ctx.db.$transaction(async (tx) => {
    await tx.subscription.delete({ where: { id: gone } })
    saved = say('a')
    saved.catch(() => {})
    await untilWaiting()
  })
  expect(await saved).toEqual([`${path}/a`])
  expect(await rows(kept)).toHaveLength(1)
})

test('a run postponed by its channel has not lost its job', async () => {
  const id = await open()
  await say('a')
  await makeOverdue()
  await scheduleRun(fixture.ctx.db, id, { at: new Date(Date.now() + 8_000), key: 'deliver' })
  expect(await addLostDeliveryJobs(fixture.ctx.db)).toBe(0)
  await fixture.ctx.db.$executeRaw`SELECT graphile_worker.remove_job(${`deliver:${id}`})`
  expect(await addLostDeliveryJobs(fixture.ctx.db)).toBe(1)
})

test('closes waiting deliveries of a disabled endpoint and does not count them as overdue', async () => {
  const id = await open()
  await say('a', 'b')
  await makeOverdue()
  expect(await countBacklog(fixture.ctx.db)).toMatchObject({ due: 2 })
  const stopped = { stoppedAt: new Date(), stoppedReason: 'gone' }
  await fixture.ctx.db.subscription.update({ where: { id }, data: stopped })
  expect(await countBacklog(fixture.ctx.db)).toMatchObject({ due: 0, oldestSeconds: 0 })
  expect(await closeStoppedDeliveries(fixture.ctx.db)).toBe(2)
  expect((await rows(id)).map(({ state }) => state)).toEqual(['dead', 'dead'])
  expect(await closeStoppedDeliveries(fixture.ctx.db)).toBe(0)
})

test('stores the canonical spelling of a time zone', async () => {
  const id = await open()
  const { rhythm } = await changeSubscription(
    fixture.ctx,
    { id, ...everywhere(account) },
    { timeZone: 'eUROPE/vIENNA' },
  )
  expect(rhythm.timeZone).toBe('Europe/Vienna')
})
