import { expect } from 'vitest'
import { openDatabase, queryPrepared } from '@/lib/db/database'
import { openElection } from '@/lib/db/leadership'
import { signOppositeOrders } from '@/lib/testing/auctions/test-settlement'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { startPgBouncer } from '@/lib/testing/pg-bouncer'
import { requireProgram } from '@/lib/testing/programs'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { until } from '@/lib/testing/until'
import { startWorker } from '@/lib/workers/worker'

test('sessions through PgBouncer in session mode have their settings and hold their locks', async ({
  freshDatabase,
  onTestFinished,
  task,
  skip,
}) => {
  const { url, close } = await startPgBouncer(
    requireProgram({ task, skip }, 'pgbouncer'),
    freshDatabase.url,
  )
  onTestFinished(close)
  const db = openDatabase({ url, connections: 2 })
  onTestFinished(() => db.$disconnect())
  const settings = await queryPrepared(db, {
    name: 'settings',
    text: `SELECT current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS ms`,
    values: [],
  })
  expect(settings).toEqual([{ zone: 'UTC', ms: '10s' }])
  const [first, second] = [await openElection(url, ['a']), await openElection(url, ['a'])]
  onTestFinished(second.end)
  expect(await first.take('a')).toBe(1n)
  expect(await second.take('a')).toBeUndefined()
  await first.end()
  await expect.poll(() => second.take('a')).toBe(2n)
})

test('two workers settle each order once through PgBouncer in session mode', async ({
  freshDatabase,
  freshNetwork,
  onTestFinished,
  task,
  skip,
}) => {
  const { url, close } = await startPgBouncer(
    requireProgram({ task, skip }, 'pgbouncer'),
    freshDatabase.url,
  )
  onTestFinished(close)
  const environment = {
    EMBEDDED_CHAIN_IDS: '1',
    SOLVER_PRIVATE_KEY: freshNetwork.solver.privateKey,
    AUCTION_INTERVAL_SECONDS: '0.5',
  }
  const rpcUrls = new Map([[1, freshNetwork.rpcUrl]])
  for (let count = 0; count < 2; count += 1) {
    const ctx = createTestContext({ url, rpcUrls, environment })
    const worker = startWorker(ctx)
    onTestFinished(async () => {
      await worker.stop(5_000)
      await ctx.db.$disconnect()
    })
  }
  const orders = await signOppositeOrders(freshNetwork, { buyAmount: 1_000n })
  for (const order of orders) await insertOrder(freshDatabase.db, order)
  const where = { status: 'fulfilled' } as const
  await until(async () => (await freshDatabase.db.order.count({ where })) === 2)
  for (const { uid } of orders) {
    expect(await freshDatabase.db.trade.count({ where: { orderUid: uid } })).toBe(1)
  }
})
