import { expect } from 'vitest'
import { signOppositeOrders } from '@/lib/testing/auctions/test-settlement'
import { urlAs } from '@/lib/testing/database-roles'
import { startDatabaseProxy } from '@/lib/testing/faults/tcp-proxy'
import { openWorkers } from '@/lib/testing/faults/worker-process'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { until } from '@/lib/testing/until'

test('a worker that loses the answers of COMMITs settles each order once and notifies once', {
  tags: ['long'],
}, async ({ freshDatabase: { db, url }, freshNetwork: network, onTestFinished }) => {
  const proxy = await startDatabaseProxy(urlAs(url, 'worker'))
  onTestFinished(proxy.close)
  const workers = openWorkers({
    DATABASE_URL: proxy.url,
    RPC_URL_1: network.rpcUrl,
    EMBEDDED_CHAIN_IDS: '1',
    SOLVER_PRIVATE_KEY: network.solver.privateKey,
    AUCTION_INTERVAL_SECONDS: '0.5',
  })
  onTestFinished(() => workers.kill())
  await workers.start()
  proxy.behave({ cutAfter: 'COMMIT', every: 4 })
  const uids: string[] = []
  for (let pair = 0; pair < 5; pair += 1) {
    const orders = await signOppositeOrders(network, { buyAmount: 1_000n + BigInt(pair) })
    for (const order of orders) await insertOrder(db, order)
    uids.push(...orders.map(({ uid }) => uid))
    const where = { uid: { in: uids }, status: 'fulfilled' } as const
    await until(async () => (await db.order.count({ where })) === uids.length)
  }
  proxy.behave({})
  expect(proxy.cut()).toBeGreaterThan(5)
  const live = { state: { in: ['prepared', 'sent'] as const } }
  await until(
    async () =>
      (await db.settlementTransaction.count({ where: { state: { in: [...live.state.in] } } })) ===
      0,
  )
  expect(await db.trade.count()).toBe(uids.length)
  const filled = { type: 'order_filled' } as const
  expect(await db.notification.count({ where: filled })).toBe(uids.length)
  // No transaction was sent twice under another nonce.
  const mined = await db.settlementTransaction.findMany({ where: { state: 'mined' } })
  const settled = mined.flatMap(({ orderUids }) => orderUids)
  expect(settled.sort()).toEqual([...uids].sort())
})
