import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { serveMetrics } from '@/lib/metrics/serve-metrics'
import { signOppositeOrders } from '@/lib/testing/auctions/test-settlement'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { until } from '@/lib/testing/until'
import { measureState } from './measure-state'
import { startWorker } from './worker'

test('a worker reports the rounds, settlements, costs and leaders of a trade', async ({
  network,
  database,
}) => {
  const ctx = createTestContext({
    url: database.url,
    rpcUrls: new Map([[1, network.rpcUrl]]),
    environment: {
      EMBEDDED_CHAIN_IDS: '1',
      SOLVER_PRIVATE_KEY: network.solver.privateKey,
      AUCTION_INTERVAL_SECONDS: '0.5',
    },
  })
  const server = serveMetrics(ctx, { port: 0, measure: measureState })
  if (!server) throw new Error('no listener')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`
  const scrape = async () => (await fetch(url)).text()
  const worker = startWorker(ctx)
  try {
    for (const order of await signOppositeOrders(network, { buyAmount: 1_000n })) {
      await insertOrder(database.db, order)
    }
    await until(async () => /coincide_settlement_gas_total\{chain="1"\} [1-9]/.test(await scrape()))
    const text = await scrape()
    expect(text).toContain('coincide_settlements_total{chain="1",outcome="mined"} 1')
    expect(text).toMatch(/coincide_auction_rounds_total\{chain="1",outcome="mined"\} 1/)
    expect(text).toMatch(/coincide_auction_orders_sum\{chain="1"\} 2/)
    expect(text).toMatch(/coincide_solver_balance_native\{chain="1"\} \d/)
    expect(text).toMatch(/coincide_leader_age_seconds\{role="auction\/1"\} \d/)
    expect(text).toMatch(/coincide_oldest_marketable_order_seconds\{chain="1"\} \d/)
    expect(text).toMatch(/coincide_deliveries_due 0/)
    expect(text).toMatch(/coincide_rpc_calls_total\{[^}]*method="eth_call",outcome="ok"\}/)
    expect(text).toContain('coincide_metrics_errors_total 0')
  } finally {
    await worker.stop(5_000)
    server.close()
  }
})
