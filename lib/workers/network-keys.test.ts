import { encodeFunctionData, parseAbi } from 'viem'
import { expect, vi } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import { allowList, allowListManager } from '@/lib/devnet/deploy/deploy-settlement'
import { sendAs } from '@/lib/devnet/deploy/place-contract'
import { createRpc } from '@/lib/devnet/rpc'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { signOppositeOrders } from '@/lib/testing/auctions/test-settlement'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { until } from '@/lib/testing/until'
import { leaders } from './lead'
import { startWorker } from './worker'

test('two workers with the key of one network each hold auctions only there', async ({
  freshNetwork,
  gnosis,
  freshDatabase: { db, url },
  onTestFinished,
}) => {
  const networks = [freshNetwork, gnosis]
  const other = gnosis.accounts[5]!
  await sendAs(createRpc(gnosis.rpcUrl), {
    from: allowListManager,
    to: allowList,
    data: encodeFunctionData({
      abi: parseAbi(['function addSolver(address solver)']),
      args: [other.address],
    }),
  })
  const start = (chainId: number, key: Hex) => {
    const ctx = createTestContext({
      url,
      rpcUrls: new Map(networks.map((network) => [network.chainId, network.rpcUrl])),
      environment: {
        EMBEDDED_CHAIN_IDS: '1,100',
        [`SOLVER_PRIVATE_KEY_${chainId}`]: key,
        AUCTION_INTERVAL_SECONDS: '0.5',
      },
    })
    const warn = vi.spyOn(ctx.log, 'warn')
    const worker = startWorker(ctx)
    onTestFinished(async () => {
      await worker.stop(5_000)
      await ctx.db.$disconnect()
    })
    return { ctx, warn }
  }
  const first = start(1, freshNetwork.solver.privateKey)
  const second = start(100, other.privateKey)
  const note = 'no solver key or signer: this worker runs no auctions there'
  expect(first.warn).toHaveBeenCalledWith({ networks: ['gnosis'] }, note)
  expect(second.warn).toHaveBeenCalledWith({ networks: ['mainnet'] }, note)

  for (const network of networks) {
    for (const order of await signOppositeOrders(network, { buyAmount: 1_000n })) {
      await insertOrder(db, order)
    }
  }
  await until(async () => (await db.order.count({ where: { status: 'fulfilled' } })) === 4)
  const sent = await db.settlementTransaction.findMany({ orderBy: { chainId: 'asc' } })
  expect(new Set(sent.map(({ chainId, solverAddress }) => `${chainId} ${solverAddress}`))).toEqual(
    new Set([`1 ${freshNetwork.solver.address}`, `100 ${other.address}`]),
  )
  const auctionsOf = ({ ctx }: typeof first) =>
    networks.flatMap(({ chainId }) => (leaders(ctx).has(auctionRole(chainId)) ? chainId : []))
  expect([auctionsOf(first), auctionsOf(second)]).toEqual([[1], [100]])
  // The alert on missing rounds needs the network's series even if the worker with its key is gone.
  expect(await first.ctx.metrics.registry.metrics()).toContain(
    'coincide_auction_rounds_total{chain="100",outcome="idle"} 0',
  )
})
