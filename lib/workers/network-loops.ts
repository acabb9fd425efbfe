import type { Context } from '@/lib/context'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { backfillPools } from '@/lib/market/indexing/backfill-pools'
import { indexMarket } from '@/lib/market/indexing/index-market'
import { marketRole } from '@/lib/market/indexing/market-role'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { runRound } from '@/lib/settlements/auctioneer/run-round'
import { indexBlocks, isIndexed } from '@/lib/settlements/indexing/index-blocks'
import { indexerRole } from '@/lib/settlements/indexing/indexer-role'
import { expireOrders } from '@/lib/settlements/lifecycle/expire-orders'
import { notifyShortOrders } from '@/lib/settlements/lifecycle/notify-short-orders'
import { refundOrders } from '@/lib/settlements/lifecycle/refund-orders'
import { backfillHolders } from '@/lib/tokens/holders/backfill-holders'
import type { LedLoops } from './lead'
import type { Loop } from './loop'

/** Poll interval in milliseconds for expired orders: the maximum delay of their notifications. */
const expiryMs = 2_000
/** Poll interval in milliseconds for new pools: about one Ethereum block. */
const discoveryMs = 15_000
/** Bounds of the time between polls of a chain in milliseconds: see {@link pollMs}. */
const fastestPollMs = 500
const slowestPollMs = 2_000

/** Warning for operators who have not enabled settling. */
const settlingNotes = {
  shadow: 'SETTLE=shadow: settlements are simulated and stored, nothing is sent',
  canary: 'SETTLE=canary: settlements are capped by CANARY_ORDER_NATIVE and CANARY_DAY_NATIVE',
}

/** Returns the loops of one network's leaders. Without a solver key there are no auctions. */
export function networkLoops(ctx: Context, chainId: number): readonly LedLoops[] {
  const indexer: LedLoops = {
    role: indexerRole(chainId),
    loops: (epoch) => [
      indexerLoop(ctx, chainId, epoch),
      expiryLoop(chainId, epoch),
      discoveryLoop(chainId),
    ],
  }
  const market: LedLoops = {
    role: marketRole(chainId),
    loops: (epoch) => [
      marketLoop(ctx, chainId, epoch),
      catchUpLoop(chainId, epoch),
      holdersLoop(ctx, chainId, epoch),
    ],
  }
  if (ctx.config.solverKey === undefined) return [indexer, market]
  const auctions: LedLoops = {
    role: auctionRole(chainId),
    loops: (epoch) => {
      const settling = ctx.config.settleModes.get(chainId)
      if (settling !== 'on')
        ctx.log.warn({ chainId, settling }, settlingNotes[settling ?? 'shadow'])
      return [auctionLoop(ctx, chainId, epoch)]
    },
  }
  return [indexer, auctions, market]
}

function indexerLoop(ctx: Context, chainId: number, epoch: bigint): Loop {
  return {
    name: `indexer/${chainId}`,
    every: pollMs(ctx, chainId),
    run: async () => ((await indexBlocks(ctx, { chainId, epoch })) === 'behind' ? 'again' : 'done'),
  }
}

/** One at a time: untrusted callers decide which pools are searched. */
function catchUpLoop(chainId: number, epoch: bigint): Loop {
  return {
    name: `late-pools/${chainId}`,
    every: discoveryMs,
    run: async (ctx) => {
      if (await backfillPools(ctx, { chainId, epoch }))
        ctx.log.info({ chainId }, 'pools backfilled')
      return 'done'
    },
  }
}

function marketLoop(ctx: Context, chainId: number, epoch: bigint): Loop {
  return {
    name: `market/${chainId}`,
    every: pollMs(ctx, chainId),
    run: async () => ((await indexMarket(ctx, { chainId, epoch })) === 'behind' ? 'again' : 'done'),
  }
}

/** Runs apart from the market loop, so that a node that refuses old logs delays nothing else. */
function holdersLoop(ctx: Context, chainId: number, epoch: bigint): Loop {
  return {
    name: `holders/${chainId}`,
    every: pollMs(ctx, chainId),
    run: () => backfillHolders(ctx, { chainId, role: marketRole(chainId), epoch }),
  }
}

/** A quarter of the block time; embedded networks mine on demand. */
function pollMs(ctx: Context, chainId: number): number {
  if (ctx.config.embeddedChainIds.includes(chainId)) return fastestPollMs
  const quarter = ctx.chain(chainId).network.blockSeconds * 250
  return Math.max(fastestPollMs, Math.min(slowestPollMs, quarter))
}

function expiryLoop(chainId: number, epoch: bigint): Loop {
  return {
    name: `expiry/${chainId}`,
    every: expiryMs,
    run: async (ctx) => {
      const count = await expireOrders(ctx, { chainId, epoch })
      if (count > 0) ctx.log.info({ chainId, count }, 'orders expired')
      return 'done'
    },
  }
}

function discoveryLoop(chainId: number): Loop {
  return {
    name: `pools/${chainId}`,
    every: discoveryMs,
    run: async (ctx) => ((await discoverPools(ctx, { chainId })) ? 'done' : 'again'),
  }
}

/** The indexer runs first: an order whose events are not yet indexed may be filled or cancelled already. */
function auctionLoop(ctx: Context, chainId: number, epoch: bigint): Loop {
  return {
    name: `auction/${chainId}`,
    every: ctx.config.auctionIntervalSeconds * 1_000,
    run: async (_, signal) => {
      if (!(await isIndexed(ctx, chainId))) return 'done'
      const { state, ...funds } = await runRound(ctx, { chainId, epoch, signal })
      await notifyShortOrders(ctx, { chainId, epoch, ...funds })
      if (state !== 'idle') return state === 'mined' ? 'again' : 'done'
      return (await refundOrders(ctx, { chainId, epoch, signal })) === 'mined' ? 'again' : 'done'
    },
  }
}
