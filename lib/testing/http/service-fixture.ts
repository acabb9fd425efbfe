import { endpoints } from '@/lib/api/declare/registry'
import type { Context } from '@/lib/context'
import { stopServer } from '@/lib/http/server/stop-server'
import { indexMarket } from '@/lib/market/indexing/index-market'
import { marketRole } from '@/lib/market/indexing/market-role'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { runRound, type SettleOutcome } from '@/lib/settlements/auctioneer/run-round'
import { indexBlocks } from '@/lib/settlements/indexing/index-blocks'
import { indexerRole } from '@/lib/settlements/indexing/indexer-role'
import { testSessionSecret } from '@/lib/testing/accounts/signed-in'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { repeat } from '@/lib/testing/until'
import { listen } from './probes'

const chainId = 1

/** The whole service for one test file: an embedded mainnet, a database, every endpoint over HTTP. */
export type ServiceFixture = {
  readonly ctx: Context
  readonly network: TestNetwork
  readonly url: string
  /** Indexes to the head of the chain, as the worker does. */
  readonly index: () => Promise<void>
  /** Runs one auction, settles its winner and indexes the outcome. */
  readonly settle: () => Promise<SettleOutcome>
  readonly close: () => Promise<void>
}

type Parts = {
  readonly network: TestNetwork
  readonly database: TestDatabase
  readonly environment: Readonly<Record<string, string>>
}

/** Opens the fixture on a network and a database. Pages are not served. */
export async function openServiceFixture({
  network,
  database,
  environment,
}: Parts): Promise<ServiceFixture> {
  const ctx = createTestContext({
    db: database.db,
    url: database.url,
    rpcUrls: new Map([[chainId, network.rpcUrl]]),
    environment: {
      EMBEDDED_CHAIN_IDS: String(chainId),
      SOLVER_PRIVATE_KEY: network.solver.privateKey,
      NEXTAUTH_SECRET: testSessionSecret,
      ...environment,
    },
  })
  const leadership = { chainId, epoch: 1n }
  const roles = [auctionRole(chainId), indexerRole(chainId), marketRole(chainId)]
  await ctx.db.leader.createMany({ data: roles.map((role) => ({ role, epoch: 1n })) })
  const { server, url } = await listen(ctx, { endpoints })
  const index = async () => {
    await repeat(
      () => indexBlocks(ctx, leadership),
      (state) => state !== 'behind',
    )
    await repeat(
      () => indexMarket(ctx, leadership),
      (state) => state !== 'behind',
    )
  }
  await index()
  return {
    ctx,
    network,
    url,
    index,
    settle: async () => {
      const outcome = await runRound(ctx, leadership)
      await index()
      return outcome
    },
    close: () => stopServer(server, 1_000),
  }
}
