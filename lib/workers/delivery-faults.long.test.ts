import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect } from 'vitest'
import type { CrashPoint } from '@/lib/core/crash-point'
import type { NewOrderNotification, NotificationMetadata } from '@/lib/core/notification'
import { inTransaction } from '@/lib/db/database'
import { migrate } from '@/lib/db/migrate'
import { type EmbeddedPostgres, startPostgres } from '@/lib/devnet/processes/embedded-postgres'
import { saveCorrections, saveFactNotifications } from '@/lib/notifications/save-fact-notifications'
import { retractedError } from '@/lib/outbox/delivery-store'
import {
  accountOf,
  channelEnvironment,
  type DeliveryFixture,
  saveTestNotifications,
  subscribe,
} from '@/lib/testing/channels/delivery-fixture'
import { hasEnded, openWorkers, type WorkerProcesses } from '@/lib/testing/faults/worker-process'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { until } from '@/lib/testing/until'

const points: readonly CrashPoint[] = [
  'delivery-before-claim',
  'delivery-after-send',
  'delivery-after-mark',
  'delivery-before-release',
]
let fixture: DeliveryFixture

test.beforeAll(({ deliveries }) => {
  fixture = deliveries
})
let workers: WorkerProcesses

beforeEach(async () => {
  workers = openWorkersOn(fixture.database.url)
  await fixture.ctx.db.subscription.deleteMany()
  await fixture.ctx.db.notification.deleteMany()
  fixture.receivers.heard.length = 0
  fixture.receivers.answer = () => 204
})
afterEach(async () => {
  await workers.kill()
})

const openWorkersOn = (url: string): WorkerProcesses =>
  openWorkers({
    ...channelEnvironment,
    WEBHOOK_ALLOWED_HOSTS: new URL(fixture.receivers.url).host,
    DATABASE_URL: url,
  })

const isAllSent = async (ctx = fixture.ctx) =>
  (await ctx.db.delivery.count({ where: { state: { not: 'sent' } } })) === 0

const firsts = (ids: readonly string[]) => [...new Set(ids)]

// The random history below reaches every point.
test.each(points)(
  'the next worker sends everything after a kill %s',
  { tags: ['long'] },
  async (point) => {
    const account = accountOf(1)
    await subscribe(fixture.ctx, { url: `${fixture.receivers.url}/killed`, account })
    const ids = Array.from({ length: 20 }, (_, index) => `${point} ${index}`)
    await saveTestNotifications(fixture.ctx, account, ids)
    const [, signal] = await once(await workers.start(point), 'exit')
    expect(signal, `${point} was reached`).toBe('SIGKILL')
    await workers.start()
    await until(() => isAllSent())
    const heard = fixture.receivers.idsAt('/killed')
    expect(firsts(heard)).toEqual(ids)
    expect(heard.length).toBeLessThanOrEqual(28)
    const rows = await fixture.ctx.db.delivery.findMany()
    expect(rows.map(({ notificationId }) => notificationId).sort()).toEqual([...ids].sort())
  },
)

test('delivers each event once per account and channel through random kills and reorgs', {
  tags: ['long'],
}, async () => {
  const accounts = [1, 2, 3].map(accountOf)
  const paths: string[] = []
  for (const account of accounts) {
    for (const channel of ['a', 'b']) {
      paths.push(`/${account}/${channel}`)
      await subscribe(fixture.ctx, { url: `${fixture.receivers.url}${paths.at(-1)}`, account })
    }
  }
  const step = fc.record({
    account: fc.nat(2),
    fact: fc.nat(9),
    what: fc.constantFrom('notify', 'notify', 'retract'),
    isDown: fc.boolean(),
    pauseMs: fc.nat(40),
  })
  const [rounds = []] = fc.sample(
    fc.array(fc.array(step, { minLength: 12, maxLength: 12 }), { minLength: 5, maxLength: 5 }),
    { seed: 11, numRuns: 1 },
  )
  let isDown = false
  let oldest: ChildProcess | undefined
  // Each is attempted once, since the second retry is due minutes later.
  fixture.receivers.answer = ({ path, ids }) => {
    const times = fixture.receivers.idsAt(path).filter((id) => ids.includes(id)).length
    return isDown && times === 1 && path.endsWith('a') ? 503 : 204
  }
  for (const [round, steps] of rounds.entries()) {
    // Starts a worker, and replaces it whenever it kills itself.
    const lasting = await workers.start()
    const victim = round > 0 ? await workers.start(points[round - 1]) : undefined
    for (const { account, fact: number, what, pauseMs, ...answers } of steps) {
      isDown = answers.isDown
      const fact = factOf(account, number)
      await inTransaction(fixture.ctx.db, async (tx) => {
        if (what === 'notify') await saveFactNotifications(tx, [fact])
        else await saveCorrections(tx, [fact.id])
      })
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    if (oldest) await workers.kill(oldest)
    oldest = lasting
    if (victim) await crash(victim, `round ${round}`)
  }
  isDown = false
  await workers.start()
  await until(
    async () => (await fixture.ctx.db.delivery.count({ where: { state: 'waiting' } })) === 0,
  )
  const notifications = await fixture.ctx.db.notification.findMany({ orderBy: { sequence: 'asc' } })
  expect(notifications.length).toBeGreaterThan(30)
  expect(await fixture.ctx.db.delivery.count()).toBe(notifications.length * 2)
  const retractedIds = notifications.map(
    ({ metadata }) => (metadata as NotificationMetadata).correctsId,
  )
  const closed = await fixture.ctx.db.delivery.findMany({ where: { state: 'dead' } })
  for (const { notificationId, lastError } of closed) {
    expect(retractedIds).toContain(notificationId)
    expect(lastError).toBe(retractedError)
  }
  for (const path of paths) {
    const own = notifications
      .filter(({ account }) => path.startsWith(`/${account}`))
      .map(({ id }) => id)
    const heard = firsts(fixture.receivers.idsAt(path))
    expect(heard).toEqual(own.filter((id) => heard.includes(id)))
    const unheard = own.filter((id) => !heard.includes(id))
    expect(retractedIds).toEqual(expect.arrayContaining(unheard))
  }
})

/** Gives a worker jobs until it kills itself. */
async function crash(victim: ChildProcess, name: string): Promise<void> {
  for (let index = 0; !hasEnded(victim); index++) {
    await saveTestNotifications(fixture.ctx, accountOf(1 + (index % 3)), [`${name}, ${index}`])
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(victim.signalCode).toBe('SIGKILL')
}

function factOf(account: number, number: number): NewOrderNotification {
  const orderUid = `0x${'ab'.repeat(56)}` as const
  return {
    id: `fact ${account} ${number}`,
    account: accountOf(account + 1),
    chainId: 1,
    type: 'order_filled',
    message: 'Order filled.',
    orderUid,
    metadata: { orderId: orderUid, executedAmount: '1', chainId: 1 },
  }
}

test('loses and repeats no delivery when PostgreSQL is killed', { tags: ['long'] }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'coincide-deliveries-'))
  const open = (port?: number) =>
    startPostgres({
      dataDir: join(directory, 'postgres'),
      logFile: join(directory, 'postgres.log'),
      database: 'coincide',
      ...(port === undefined ? {} : { port }),
    })
  let server: EmbeddedPostgres = await open()
  const url = server.url('coincide')
  await migrate(url)
  const ctx = createTestContext({ url, environment: channelEnvironment })
  const others = openWorkersOn(url)
  try {
    const account = accountOf(1)
    await subscribe(ctx, { url: `${fixture.receivers.url}/outage`, account })
    fixture.receivers.answer = async () => {
      await new Promise((resolve) => setTimeout(resolve, 10))
      return 204
    }
    const ids = Array.from({ length: 100 }, (_, index) => `outage ${index}`)
    await saveTestNotifications(ctx, account, ids)
    await others.start()
    await until(() => fixture.receivers.heard.length > 20)
    await server.stop(0)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    server = await open(server.port)
    await until(() => isAllSent(ctx).catch(() => false))
    expect(firsts(fixture.receivers.idsAt('/outage'))).toEqual(ids)
    expect(await ctx.db.delivery.count()).toBe(100)
  } finally {
    await others.kill()
    await ctx.db.$disconnect()
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
})
