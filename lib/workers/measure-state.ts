import { findIndexedBlock } from '@/lib/chain/block-store'
import { watchedSince } from '@/lib/chain/nodes/watch-nodes'
import type { Context } from '@/lib/context'
import { maxAmount } from '@/lib/core/amount'
import { withTimeLimit } from '@/lib/core/deadline'
import { toUnixSeconds } from '@/lib/core/time'
import { marketIndex } from '@/lib/market/indexing/market-role'
import { findOldestMarketable } from '@/lib/orders/queries/open-order-query'
import { countBacklog } from '@/lib/outbox/delivery-job-repair-store'
import { watched } from '@/lib/reconcile/reconcile'
import { countViolations, listLastChecks } from '@/lib/reconcile/violation-store'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { settlementIndex } from '@/lib/settlements/indexing/indexer-role'
import { leaders } from './lead'

/** Milliseconds for all reads of a scrape, less than Prometheus' default timeout of 10 s. */
const timeoutMs = 5_000

/** Sets the gauges of the shared state in the database. Every worker reports them, so that a dead leader hides nothing. */
export async function measureState(ctx: Context): Promise<void> {
  clear(ctx)
  for (const [role, sinceMs] of leaders(ctx)) {
    ctx.metrics.leaderAge.set({ role }, Math.max(0, ctx.now() - sinceMs) / 1_000)
  }
  await withTimeLimit(timeoutMs, readAll(ctx), () => {
    throw new Error('the database does not answer')
  })
}

/** Old values would look like current ones; so would the balance that a former leader of the auctions read. */
function clear(ctx: Context): void {
  const { metrics } = ctx
  for (const chain of ctx.config.chainIds) {
    if (!leaders(ctx).has(auctionRole(chain))) metrics.solverBalance.remove({ chain })
  }
  metrics.deliveriesDue.remove()
  metrics.oldestDelivery.remove()
  metrics.leaderAge.reset()
  metrics.indexLag.reset()
  metrics.oldestOrder.reset()
  metrics.violations.reset()
  metrics.checkAge.reset()
}

async function readAll(ctx: Context): Promise<void> {
  const { deliveriesDue, oldestDelivery } = ctx.metrics
  await Promise.all(ctx.config.chainIds.map((chainId) => measureNetwork(ctx, chainId)))
  await measureInvariants(ctx)
  const { due, oldestSeconds } = await countBacklog(ctx.db)
  deliveriesDue.set(due)
  oldestDelivery.set(oldestSeconds)
}

/** Invariants without a violation are 0, so that an alert sees the end of one. */
async function measureInvariants(ctx: Context): Promise<void> {
  const { violations, checkAge } = ctx.metrics
  const { chainIds } = ctx.config
  const [counts, checks] = await Promise.all([countViolations(ctx.db), listLastChecks(ctx.db)])
  for (const chain of chainIds)
    for (const invariant of watched) violations.set({ chain, invariant }, 0)
  for (const { chainId, invariant, count } of counts)
    if (chainIds.includes(chainId)) violations.set({ chain: chainId, invariant }, count)
  for (const chain of chainIds) {
    const sinceMs = watchedSince(ctx).get(chain)
    for (const scope of ['sample', 'complete'] as const) {
      const own = checks.filter((check) => check.chainId === chain && check.scope === scope)
      const times = new Map(own.map(({ invariant, checkedAt }) => [invariant, checkedAt.getTime()]))
      // One that was never checked counts from when the watch began: an alert sees no absent series.
      const known = watched.flatMap((invariant) => times.get(invariant) ?? sinceMs ?? [])
      if (known.length === 0) continue
      checkAge.set({ chain, scope }, Math.max(0, ctx.now() - Math.min(...known)) / 1_000)
    }
  }
}

async function measureNetwork(ctx: Context, chain: number): Promise<void> {
  const nowMs = ctx.now()
  const [createdAt, settlement, market] = await Promise.all([
    findOldestMarketable(ctx.db, { chainId: chain, nowSeconds: toUnixSeconds(nowMs) }),
    findIndexedBlock(ctx.db, settlementIndex(chain)),
    findIndexedBlock(ctx.db, marketIndex(chain)),
  ])
  ctx.metrics.oldestOrder.set(
    { chain },
    createdAt ? Math.max(0, nowMs - createdAt.getTime()) / 1_000 : 0,
  )
  for (const [index, block] of Object.entries({ settlement, market })) {
    const lag = findLag(ctx, chain, block)
    if (lag !== undefined) ctx.metrics.indexLag.set({ chain, index }, Math.max(0, lag))
  }
}

/**
 * Blocks behind the newest watched head. Without a head or an index, those that came since the watch began: an alert sees no
 * absent series. Undefined where heads are not watched.
 */
function findLag(ctx: Context, chain: number, block: bigint | undefined): number | undefined {
  const { all, network } = ctx.nodes(chain)
  const heads = all.flatMap(({ state }) => state.head?.number ?? [])
  if (block !== undefined && heads.length > 0) return Number(heads.reduce(maxAmount, 0n) - block)
  const sinceMs = watchedSince(ctx).get(chain)
  if (sinceMs === undefined) return undefined
  return Math.floor((ctx.now() - sinceMs) / 1_000 / network.blockSeconds)
}
