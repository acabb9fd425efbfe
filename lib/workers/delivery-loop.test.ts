import { afterEach, beforeEach, describe, expect } from 'vitest'
import {
  accountOf,
  type DeliveryFixture,
  saveTestNotifications,
  subscribe,
} from '@/lib/testing/channels/delivery-fixture'
import { sendIds } from '@/lib/testing/channels/scheduler-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { until } from '@/lib/testing/until'
import { deliveryLoop } from './delivery-loop'
import { runLoop } from './loop'

/** Shorter than the delay before a lost job is found. */
const promptMs = 8_000
let fixture: DeliveryFixture

test.beforeAll(({ deliveries }) => {
  fixture = deliveries
})
const stops: (() => Promise<void>)[] = []
let number = 0

beforeEach(async () => {
  await fixture.ctx.db.subscription.deleteMany()
  fixture.receivers.answer = () => 204
  fixture.receivers.heard.length = 0
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** Starts a delivery worker in this process; to the database each one is a separate worker. */
function startDeliveries(environment: Record<string, string> = {}): () => Promise<void> {
  const ctx = createTestContext({
    url: fixture.database.url,
    environment: { ENCRYPTION_KEY: 'ab'.repeat(32), ...environment },
  })
  const stopping = new AbortController()
  const loop = deliveryLoop(fixture.database.url, { webhook: sendIds })
  const running = runLoop(ctx, loop, stopping.signal)
  const stop = async () => {
    stopping.abort()
    await running
    await ctx.db.$disconnect()
  }
  stops.push(stop)
  return stop
}

/** An account with a webhook path of its own. */
async function decryptEndpoint(facts: object = {}) {
  number += 1
  const [path, account] = [`/${number}`, accountOf(number)]
  const id = await subscribe(fixture.ctx, {
    url: `${fixture.receivers.url}${path}`,
    account,
    ...facts,
  })
  return {
    ...{ id, path },
    say: (...ids: string[]) =>
      saveTestNotifications(
        fixture.ctx,
        account,
        ids.map((one) => `${path}/${one}`),
      ),
    heard: () => fixture.receivers.idsAt(path).map((one) => one.slice(path.length + 1)),
  }
}

const states = async () => {
  const rows = await fixture.ctx.db.delivery.groupBy({ by: ['state'], _count: true })
  return Object.fromEntries(rows.map(({ state, _count }) => [state, _count]))
}
const jobs = async () => {
  const rows = await fixture.ctx.db.$queryRaw<
    { key: string }[]
  >`SELECT key FROM graphile_worker.jobs`
  return rows.map(({ key }) => key)
}

test('sends a notification promptly and leaves no job behind', async () => {
  const receiver = await decryptEndpoint()
  startDeliveries()
  await receiver.say('first')
  await until(() => receiver.heard().length === 1)
  const began = Date.now()
  await receiver.say('second', 'third')
  await until(() => receiver.heard().length === 3)
  expect(Date.now() - began).toBeLessThan(promptMs)
  expect(receiver.heard()).toEqual(['first', 'second', 'third'])
  await until(async () => (await jobs()).length === 0)
  expect(await states()).toEqual({ sent: 3 })
})

test('sends notifications from before its start', async () => {
  const receiver = await decryptEndpoint()
  await receiver.say('a', 'b')
  startDeliveries()
  await until(() => receiver.heard().length === 2)
})

test('a hanging receiver delays no other', async () => {
  const hanging = await decryptEndpoint()
  const others = await Promise.all(Array.from({ length: 10 }, () => decryptEndpoint()))
  fixture.receivers.answer = ({ path }) => (path === hanging.path ? 'nothing' : 204)
  startDeliveries()
  await hanging.say('a', 'b')
  await until(() => hanging.heard().length === 1)
  await Promise.all(others.map((other) => other.say('x')))
  await until(() => others.every((other) => other.heard().length === 1))
  // The request hangs until this promise resolves.
  expect(hanging.heard()).toEqual(['a'])
  expect(
    await fixture.ctx.db.delivery.count({ where: { subscriptionId: hanging.id, attempts: 0 } }),
  ).toBe(2)
})

test('failing receivers leave slots for the others', async () => {
  const failing = await Promise.all(Array.from({ length: 4 }, () => decryptEndpoint()))
  const good = await decryptEndpoint()
  const release: (() => void)[] = []
  let isSlow = false
  fixture.receivers.answer = async ({ path }) => {
    if (path === good.path) return 204
    if (isSlow) await new Promise<void>((resolve) => release.push(resolve))
    return 500
  }
  startDeliveries({ DELIVERY_CONCURRENCY: '4' })
  for (const one of failing) await one.say('a')
  await until(() => failing.every((one) => one.heard().length === 1))
  isSlow = true
  for (const one of failing) await one.say('b')
  await until(() => release.length === 2)
  await good.say('x')
  await until(() => good.heard().length === 1)
  // Half of the slots are blocked until this promise resolves.
  expect(release).toHaveLength(2)
  isSlow = false
  for (const one of release) one()
  await until(() => failing.every((one) => one.heard().includes('b')))
})

test('slow receivers leave slots for the others', async () => {
  const slow = await Promise.all(Array.from({ length: 4 }, () => decryptEndpoint()))
  const good = await decryptEndpoint()
  const release: (() => void)[] = []
  let isStuck = false
  fixture.receivers.answer = async ({ path }) => {
    if (path === good.path) return 204
    if (isStuck) await new Promise<void>((resolve) => release.push(resolve))
    else await new Promise((resolve) => setTimeout(resolve, 2_100))
    return 204
  }
  startDeliveries({ DELIVERY_CONCURRENCY: '4' })
  for (const one of slow) await one.say('a')
  await until(async () => (await states()).sent === 4 && (await jobs()).length === 0)
  isStuck = true
  for (const one of slow) await one.say('b')
  await until(() => release.length === 2)
  await good.say('x')
  await until(() => good.heard().length === 1)
  // Half of the slots are blocked until this promise resolves.
  expect(release).toHaveLength(2)
  isStuck = false
  for (const one of release) one()
  await until(() => slow.every((one) => one.heard().includes('b')))
})

test('a retry is sent when due, after untried deliveries', async () => {
  const receiver = await decryptEndpoint()
  fixture.receivers.answer = () => (receiver.heard().length === 1 ? 503 : 204)
  await receiver.say('a', 'b')
  startDeliveries()
  await until(() => receiver.heard().length === 3)
  expect(receiver.heard()).toEqual(['a', 'b', 'a'])
  const [first, , third] = fixture.receivers.heard
  expect(third!.atMs - first!.atMs).toBeGreaterThan(4_400)
})

describe('two workers', () => {
  test('send each delivery once, in order per receiver', async () => {
    const receivers = await Promise.all(Array.from({ length: 5 }, () => decryptEndpoint()))
    startDeliveries()
    startDeliveries()
    const names = Array.from({ length: 40 }, (_, index) => String(index))
    await Promise.all(
      receivers.map(async (receiver) => {
        for (const name of names) await receiver.say(name)
      }),
    )
    await until(() => fixture.receivers.heard.length >= 200)
    await new Promise((resolve) => setTimeout(resolve, 300))
    for (const receiver of receivers) expect(receiver.heard()).toEqual(names)
  })

  test('continue when one stops during a run', async () => {
    const receiver = await decryptEndpoint()
    fixture.receivers.answer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20))
      return 204
    }
    const names = Array.from({ length: 60 }, (_, index) => String(index))
    const stop = startDeliveries()
    await receiver.say(...names)
    await until(() => receiver.heard().length > 5)
    startDeliveries()
    await stop()
    await until(() => receiver.heard().length >= 60)
    expect(receiver.heard()).toEqual(names)
  })
})

test('adds a job for a delivery that lost its own', async () => {
  const receiver = await decryptEndpoint()
  await receiver.say('a')
  await fixture.ctx.db.$executeRaw`SELECT graphile_worker.remove_job(${`deliver:${receiver.id}`})`
  await fixture.ctx.db.delivery.updateMany({
    where: { subscriptionId: receiver.id },
    data: { dueAt: new Date(Date.now() - 15_000) },
  })
  startDeliveries()
  await until(() => receiver.heard().length === 1)
})

test('releases the jobs of a dead worker at once, including requeued ones', async () => {
  const receiver = await decryptEndpoint()
  await receiver.say('a')
  await fixture.ctx.db.$executeRaw`
    UPDATE graphile_worker._private_jobs
    SET locked_by = 'pool-dead', locked_at = now(), key = NULL, attempts = max_attempts`
  startDeliveries()
  const began = Date.now()
  await until(() => receiver.heard().length === 1)
  expect(Date.now() - began).toBeLessThan(promptMs)
})

test('a worker that could not fetch jobs at first sends them later', async () => {
  const receiver = await decryptEndpoint()
  await fixture.ctx.db
    .$executeRaw`ALTER TABLE graphile_worker._private_tasks RENAME TO hidden_tasks`
  startDeliveries()
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await fixture.ctx.db
    .$executeRaw`ALTER TABLE graphile_worker.hidden_tasks RENAME TO _private_tasks`
  await receiver.say('a')
  await until(() => receiver.heard().length === 1)
})

test('removes jobs that will never run again', async () => {
  await fixture.ctx.db.$executeRaw`
    SELECT graphile_worker.permanently_fail_jobs(ARRAY[(SELECT id FROM graphile_worker.add_job('deliver', '{}'))])`
  expect(await jobs()).toHaveLength(1)
  startDeliveries()
  await until(async () => (await jobs()).length === 0)
})
