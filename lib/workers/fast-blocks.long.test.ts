import { afterAll, expect } from 'vitest'
import { checkNetwork } from '@/lib/api/health/check-network'
import { signOppositeOrders } from '@/lib/testing/auctions/test-settlement'
import { startTestNetwork, type TestNetwork } from '@/lib/testing/chain/test-network'
import { withNetwork } from '@/lib/testing/chain/with-network'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { until } from '@/lib/testing/until'
import { startWorker, type Worker } from './worker'

/** A chain with four blocks a second, as Arbitrum. */
const blockSeconds = 0.25
let network: TestNetwork
let database: TestDatabase
let worker: Worker

test.beforeAll(async ({ database: empty }) => {
  network = await startTestNetwork({ chainId: 1, args: ['--block-time', String(blockSeconds)] })
  database = empty
  worker = startWorker(context())
})
afterAll(async () => {
  await worker.stop(5_000)
  await network.stop()
})

function context() {
  const ctx = createTestContext({
    url: database.url,
    rpcUrls: new Map([[1, network.rpcUrl]]),
    environment: {
      EMBEDDED_CHAIN_IDS: '1',
      SOLVER_PRIVATE_KEY: network.solver.privateKey,
      AUCTION_INTERVAL_SECONDS: '0.5',
    },
  })
  return withNetwork(ctx, { blockSeconds })
}

test('rounds run and the service is ready though every poll finds several new blocks', {
  tags: ['long'],
}, async () => {
  const orders = await signOppositeOrders(network, { buyAmount: 1_000n })
  for (const order of orders) await insertOrder(database.db, order)
  await until(async () => (await database.db.order.count({ where: { status: 'fulfilled' } })) === 2)
  const ctx = context()
  for (let second = 0; second < 5; second += 1) {
    const { checks } = await checkNetwork(ctx, 1)
    expect(checks).toMatchObject({ node: 'ok', head: 'ok', index: 'ok' })
    await new Promise((resolve) => setTimeout(resolve, 1_100))
  }
  await ctx.db.$disconnect()
})
