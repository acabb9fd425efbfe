import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { checkNodesAtStart } from '@/lib/chain/nodes/check-nodes'
import { startNodeProxy } from '@/lib/testing/chain/node-proxy'
import { startTestNetwork } from '@/lib/testing/chain/test-network'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { startWorker } from './worker'

/** Milliseconds for which a worker catches up, and is then watched. */
const [warmUpMs, watchedMs] = [30_000, 60_000]

test.for([
  { chainId: 8453, blockSeconds: 2, perMinute: 3 * 30 + 20 },
  { chainId: 100, blockSeconds: 5, perMinute: 60 },
])(
  'an idle worker calls the node of chain $chainId at most $perMinute times a minute',
  { tags: ['long'] },
  async ({ chainId, blockSeconds, perMinute }, { freshDatabase, onTestFinished }) => {
    const args = ['--block-time', String(blockSeconds)]
    const network = await startTestNetwork({ chainId, args })
    onTestFinished(network.stop)
    const node = await startNodeProxy(network.rpcUrl)
    onTestFinished(node.close)
    const ctx = createTestContext({
      url: freshDatabase.url,
      rpcUrls: new Map([[chainId, node.url]]),
      environment: { SOLVER_PRIVATE_KEY: network.solver.privateKey },
    })
    onTestFinished(() => ctx.db.$disconnect())
    await checkNodesAtStart(ctx)
    const worker = startWorker(ctx)
    onTestFinished(() => worker.stop(5_000))
    await delay(warmUpMs)
    node.calls.clear()
    await delay(watchedMs)
    const total = [...node.calls.values()].reduce((sum, count) => sum + count, 0)
    expect(total, JSON.stringify([...node.calls])).toBeLessThanOrEqual(perMinute)
    // It follows the chain all the same.
    expect(node.calls.get('eth_getLogs')).toBeGreaterThanOrEqual((2 * 50) / blockSeconds)
  },
)
