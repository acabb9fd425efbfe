import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import type { Context } from '@/lib/context'
import { createRpc } from '@/lib/devnet/rpc'
import { serveMetrics } from '@/lib/metrics/serve-metrics'
import { listAccountProblems } from '@/lib/settlements/books/solver-account-store'
import { signOppositeOrders } from '@/lib/testing/auctions/test-settlement'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { until } from '@/lib/testing/until'
import { measureState } from './measure-state'
import { startWorker } from './worker'

async function serve(ctx: Context) {
  const server = serveMetrics(ctx, { port: 0, measure: measureState })
  if (!server) throw new Error('no listener')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`
  const scrape = async () => (await fetch(url)).text()
  return { server, scrape }
}

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
  const { server, scrape } = await serve(ctx)
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

test('a worker whose only node never answered reports ages that alerts see', async ({
  freshDatabase,
}) => {
  const ctx = createTestContext({
    url: freshDatabase.url,
    rpcUrls: new Map([[1, 'http://127.0.0.1:1']]),
    environment: { SOLVER_PRIVATE_KEY: `0x${'1'.repeat(64)}` },
  })
  const { server, scrape } = await serve(ctx)
  const worker = startWorker(ctx)
  try {
    ctx.clock.advance(1_200_000)
    const text = await scrape()
    expect(text).toMatch(/coincide_head_age_seconds\{chain="1",node="127\.0\.0\.1:1"\} 120\d/)
    expect(text).toMatch(/coincide_index_lag_blocks\{chain="1",index="settlement"\} 100/)
    expect(text).toMatch(/coincide_index_lag_blocks\{chain="1",index="market"\} 100/)
    // Checks of the database alone succeed, those of the chain never do.
    for (const scope of ['sample', 'complete'])
      expect(text).toMatch(
        new RegExp(`coincide_invariant_check_age_seconds\\{chain="1",scope="${scope}"\\} 120\\d`),
      )
    expect(text).toContain('coincide_auction_rounds_total{chain="1",outcome="idle"} 0')
  } finally {
    await worker.stop(5_000)
    server.close()
    await ctx.db.$disconnect()
  }
})

test('an idle worker in shadow mode reports a low balance of the solver, and a former leader none', async ({
  freshNetwork,
  freshDatabase,
}) => {
  const { address, privateKey } = freshNetwork.solver
  await createRpc(freshNetwork.rpcUrl)('anvil_setBalance', [address, '0x2386f26fc10000'])
  const ctx = createTestContext({
    url: freshDatabase.url,
    rpcUrls: new Map([[1, freshNetwork.rpcUrl]]),
    environment: { EMBEDDED_CHAIN_IDS: '1', SOLVER_PRIVATE_KEY: privateKey, SETTLE: 'shadow' },
  })
  const { server, scrape } = await serve(ctx)
  const worker = startWorker(ctx)
  try {
    await until(async () => (await listAccountProblems(ctx.db)).length > 0)
    expect((await listAccountProblems(ctx.db))[0]?.fundsProblem).toContain('it could send nothing')
    await until(async () => {
      return (await scrape()).includes('coincide_solver_balance_native{chain="1"} 0.01')
    })
    await worker.stop(5_000)
    await until(async () => !(await scrape()).includes('coincide_solver_balance_native{'))
  } finally {
    await worker.stop(5_000)
    server.close()
    await ctx.db.$disconnect()
  }
})
