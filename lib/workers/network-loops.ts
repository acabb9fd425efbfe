import { checkPriceAlerts } from '@/lib/alerts/check-price-alerts'
import type { Context } from '@/lib/context'
import { hasSolver } from '@/lib/core/settings/signer-settings'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { backfillPools } from '@/lib/market/indexing/backfill-pools'
import { indexMarket } from '@/lib/market/indexing/index-market'
import { marketRole } from '@/lib/market/indexing/market-role'
import { findCandleTip } from '@/lib/market/indexing/market-tip-query'
import type { Reconciliation } from '@/lib/reconcile/reconcile'
import { checkDaily, watchNetwork } from '@/lib/reconcile/reconcile-network'
import { reconcileRole } from '@/lib/reconcile/reconcile-role'
import { repairViolations } from '@/lib/reconcile/repair-violations'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { runRound } from '@/lib/settlements/auctioneer/run-round'
import { bookCosts } from '@/lib/settlements/books/book-costs'
import { checkBalance } from '@/lib/settlements/books/check-balance'
import { holdToLossBudget } from '@/lib/settlements/books/loss-budget'
import { hasFunds } from '@/lib/settlements/books/solver-funds'
import { findSlowClock } from '@/lib/settlements/deployment/clock-fault'
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
/** Poll interval in milliseconds for mined transactions to book: the maximum delay of a pause after losses. */
const booksMs = 2_000
/** Milliseconds between looks at the solver's balance: the maximum delay of an alarm on an idle network. */
const fundsMs = 300_000
/** Milliseconds between comparisons of the solver's balance with the books. */
const balanceMs = 3_600_000
/** Poll interval in milliseconds for new prices: the maximum delay of price alerts, besides that of the market's index. */
const alertsMs = 2_000
/** Poll interval in milliseconds for new pools: about one Ethereum block. */
const discoveryMs = 15_000
/** Poll interval in milliseconds for repairs that an operator requested. */
const repairMs = 5_000
/** Milliseconds between samples of a network's invariants, and between looks whether a complete check is due. */
const sampleMs = 60_000
const dailyLookMs = 600_000
/** Bounds of the time between polls of a chain in milliseconds: see {@link pollMs}. */
const fastestPollMs = 500
const slowestPollMs = 2_000

/** Warning for operators who have not enabled settling. */
const settlingNotes = {
  shadow: 'SETTLE=shadow: settlements are simulated and stored, nothing is sent',
  canary: 'SETTLE=canary: settlements are capped by CANARY_ORDER_NATIVE and CANARY_DAY_NATIVE',
}

/**
 * Returns the loops of one network's leaders, each run of which reads from one node. Without a key or signer of
 * the network's solver there are no auctions.
 */
export function networkLoops(ctx: Context, chainId: number): readonly LedLoops[] {
  return unpinnedLoops(ctx, chainId).map(({ loops, ...part }) => ({
    ...part,
    loops: (epoch) => loops(epoch).map((loop) => onOneNode(loop, chainId)),
  }))
}

/** Returns a loop each of whose runs reads from one node of a network. */
export function onOneNode(loop: Loop, chainId: number): Loop {
  const run: Loop['run'] = (ctx, signal) =>
    ctx.nodes(chainId).onOneNode(() => loop.run(ctx, signal))
  return { ...loop, run }
}

function unpinnedLoops(ctx: Context, chainId: number): readonly LedLoops[] {
  const indexer: LedLoops = {
    role: indexerRole(chainId),
    loops: (epoch) => [
      indexerLoop(ctx, chainId, epoch),
      expiryLoop(chainId, epoch),
      discoveryLoop(chainId),
      booksLoop(chainId, epoch),
      repairLoop(chainId, epoch),
      balanceLoop(chainId, epoch),
    ],
  }
  const market: LedLoops = {
    role: marketRole(chainId),
    loops: (epoch) => [
      marketLoop(ctx, chainId, epoch),
      catchUpLoop(chainId, epoch),
      holdersLoop(ctx, chainId, epoch),
      alertsLoop(chainId),
    ],
  }
  const reconciler: LedLoops = {
    role: reconcileRole(chainId),
    loops: (epoch) => [sampleLoop(chainId, epoch), dailyLoop(chainId, epoch)],
  }
  if (!hasSolver(ctx.config, chainId)) return [indexer, market, reconciler]
  const auctions: LedLoops = {
    role: auctionRole(chainId),
    findUnfitness: (given, clocks) => findSlowClock(given, chainId, clocks),
    loops: (epoch) => {
      const settling = ctx.config.settleModes.get(chainId)
      if (settling !== 'on')
        ctx.log.warn({ chainId, settling }, settlingNotes[settling ?? 'shadow'])
      return [auctionLoop(ctx, chainId, epoch), fundsLoop(chainId)]
    },
  }
  return [indexer, auctions, market, reconciler]
}

function sampleLoop(chainId: number, epoch: bigint): Loop {
  return {
    name: `reconcile/${chainId}`,
    every: sampleMs,
    run: async (ctx, signal) => {
      logFindings(ctx, chainId, await watchNetwork(ctx, { chainId, epoch }, { signal }))
      return 'done'
    },
  }
}

function dailyLoop(chainId: number, epoch: bigint): Loop {
  return {
    name: `reconcile-daily/${chainId}`,
    every: dailyLookMs,
    run: async (ctx, signal) => {
      const result = await checkDaily(ctx, { chainId, epoch }, { signal })
      if (result) logFindings(ctx, chainId, result)
      return 'done'
    },
  }
}

function logFindings(ctx: Context, chainId: number, { findings }: Reconciliation): void {
  for (const finding of findings.slice(0, 10))
    ctx.log.error({ chainId, ...finding }, 'invariant broken')
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

/** Prices change with blocks: nothing is read until the market's index has a new one. */
function alertsLoop(chainId: number): Loop {
  let checked: bigint | undefined
  return {
    name: `alerts/${chainId}`,
    every: alertsMs,
    run: async (ctx) => {
      const tip = (await findCandleTip(ctx.db, chainId))?.number
      if (tip === undefined || tip === checked) return 'done'
      const { fired, isComplete } = await checkPriceAlerts(ctx, chainId)
      if (fired > 0) ctx.log.info({ chainId, fired }, 'price alerts fired')
      if (isComplete) checked = tip
      return 'done'
    },
  }
}

/** A quarter of the block time; embedded networks mine on demand. */
function pollMs(ctx: Context, chainId: number): number {
  if (ctx.config.embeddedChainIds.includes(chainId)) return fastestPollMs
  const quarter = ctx.chain(chainId).network.blockSeconds * 250
  return Math.max(fastestPollMs, Math.min(slowestPollMs, quarter))
}

function booksLoop(chainId: number, epoch: bigint): Loop {
  return {
    name: `books/${chainId}`,
    every: booksMs,
    run: async (ctx) => {
      if ((await bookCosts(ctx, { chainId, epoch })) > 0) await holdToLossBudget(ctx, chainId)
      return 'done'
    },
  }
}

/** Apart from the rounds, which read no balance while nothing may settle or while the chain's index is behind. */
function fundsLoop(chainId: number): Loop {
  return {
    name: `funds/${chainId}`,
    every: fundsMs,
    run: async (ctx) => {
      await hasFunds(ctx, chainId)
      return 'done'
    },
  }
}

function balanceLoop(chainId: number, epoch: bigint): Loop {
  return {
    name: `balance/${chainId}`,
    every: balanceMs,
    run: async (ctx) => {
      await checkBalance(ctx, { chainId, epoch })
      return 'done'
    },
  }
}

/** The leader of the index repairs what operators request, because it is the one writer of events. */
function repairLoop(chainId: number, epoch: bigint): Loop {
  return {
    name: `repair/${chainId}`,
    every: repairMs,
    run: async (ctx) => {
      await repairViolations(ctx, { chainId, epoch })
      return 'done'
    },
  }
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
      const count = (outcome: string) => ctx.metrics.rounds.inc({ chain: chainId, outcome })
      const round = await runRound(ctx, { chainId, epoch, signal }).catch((error) => {
        count('error')
        throw error
      })
      const { state, isPaused, ...funds } = round
      count(isPaused ? 'paused' : state)
      await notifyShortOrders(ctx, { chainId, epoch, ...funds })
      if (state !== 'idle') return state === 'mined' ? 'again' : 'done'
      return (await refundOrders(ctx, { chainId, epoch, signal })) === 'mined' ? 'again' : 'done'
    },
  }
}
