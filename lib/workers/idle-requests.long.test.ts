import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { checkNodesAtStart } from '@/lib/chain/nodes/check-nodes'
import { createRpc } from '@/lib/devnet/rpc'
import { setPredeployAnswer } from '@/lib/testing/chain/data-fees'
import { startNodeProxy } from '@/lib/testing/chain/node-proxy'
import { startTestNetwork } from '@/lib/testing/chain/test-network'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { startWorker } from './worker'

/** Milliseconds for which a worker catches up, and is then watched. */
const [warmUpMs, watchedMs] = [30_000, 60_000]

test.concurrent.for([
  { chainId: 8453, blockSeconds: 2, perMinute: 24, perBlock: 3 },
  { chainId: 100, blockSeconds: 5, perMinute: 64, perBlock: 0 },
])(
  'an idle worker calls the node of chain $chainId at most $perMinute times a minute and $perBlock times a block',
  { tags: ['long'] },
  async ({ chainId, blockSeconds, perMinute, perBlock }, { freshDatabase, onTestFinished }) => {
    const args = ['--block-time', String(blockSeconds)]
    const network = await startTestNetwork({ chainId, args })
    onTestFinished(network.stop)
    // Without it the checks of the deployment fail, and are repeated.
    if (chainId === 8453) await setPredeployAnswer(network.rpcUrl, 'op-stack', 1n)
    const rpc = createRpc(network.rpcUrl)
    const readHead = async () => Number(await rpc('eth_blockNumber', []))
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
    const firstBlock = await readHead()
    await delay(watchedMs)
    // The timer of Anvil drifts, so the blocks are counted; the one before them may be read late.
    const blocks = (await readHead()) - firstBlock + 1
    const total = [...node.calls.values()].reduce((sum, count) => sum + count, 0)
    expect(total, JSON.stringify([...node.calls])).toBeLessThanOrEqual(
      perMinute + perBlock * blocks,
    )
    // It follows the chain all the same.
    expect(node.calls.get('eth_getLogs')).toBeGreaterThanOrEqual((2 * 50) / blockSeconds)
  },
)
