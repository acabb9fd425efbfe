import { expect } from 'vitest'
import { listSplits } from '@/lib/chain/nodes/splits'
import type { Database } from '@/lib/db/database'
import { createRpc } from '@/lib/devnet/rpc'
import { crossOrders, send, signOppositeOrders } from '@/lib/testing/auctions/test-settlement'
import { headNumber, type NodeFaults, startNodeProxy } from '@/lib/testing/chain/node-proxy'
import { startTestNetwork, type TestNetwork } from '@/lib/testing/chain/test-network'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { until } from '@/lib/testing/until'
import { startWorker } from './worker'

const chainId = 8453

/** Places two orders, has another solver fill them, and waits until the worker has booked the fills. */
async function fillPair(network: TestNetwork, db: Database): Promise<void> {
  const orders = await signOppositeOrders(network)
  for (const order of orders) await insertOrder(db, order)
  await send(network, crossOrders(network, { orders }))
  const uids = orders.map(({ uid }) => uid)
  const where = { uid: { in: uids }, status: 'fulfilled' } as const
  await until(async () => (await db.order.count({ where })) === 2)
}

test('whatever the preferred node of a real network does, fills are booked and none is taken back', {
  tags: ['long'],
}, async ({ freshDatabase: { url, db }, onTestFinished }) => {
  const network = await startTestNetwork({ chainId, args: ['--block-time', '2'] })
  onTestFinished(network.stop)
  const [first, second] = [
    await startNodeProxy(network.rpcUrl),
    await startNodeProxy(network.rpcUrl),
  ]
  onTestFinished(first.close)
  onTestFinished(second.close)
  const ctx = createTestContext({
    url,
    rpcUrls: new Map([[chainId, `${first.url},${second.url}`]]),
  })
  onTestFinished(() => ctx.db.$disconnect())
  const worker = startWorker(ctx)
  onTestFinished(() => worker.stop(5_000))
  await fillPair(network, db)
  const head = await headNumber(network.rpcUrl)
  const faults: readonly NodeFaults[] = [
    // It freezes, and lost five blocks.
    { maxBlock: head - 5n },
    { isDown: true },
    { chainId: 5, isDown: true },
    {},
  ]
  for (const fault of faults) {
    first.behave(fault)
    await fillPair(network, db)
  }
  // An earlier fill, reported for every block.
  const rpc = createRpc(network.rpcUrl)
  const { blockHash } = await db.trade.findFirstOrThrow()
  const [old] = (await rpc('eth_getLogs', [{ blockHash }])) as object[]
  const forge = (logs: readonly { blockHash?: string }[]) => [...logs, old]
  first.behave({ forge: { eth_getLogs: forge } })
  await until(async () => (await listSplits(ctx)).length > 0)
  first.behave({})
  await until(async () => (await listSplits(ctx)).length === 0)
  await fillPair(network, db)
  const corrections = await db.notification.count({
    where: { metadata: { path: ['correction'], equals: true } },
  })
  expect(corrections).toBe(0)
  expect(await db.trade.count()).toBe(12)
})
