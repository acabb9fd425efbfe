import { findIndexedBlock } from '@/lib/chain/block-store'
import type { Context } from '@/lib/context'
import { maxAmount } from '@/lib/core/amount'
import { withTimeLimit } from '@/lib/core/deadline'
import { toUnixSeconds } from '@/lib/core/time'
import { marketIndex } from '@/lib/market/indexing/market-role'
import { findOldestMarketable } from '@/lib/orders/queries/open-order-query'
import { countBacklog } from '@/lib/outbox/delivery-job-repair-store'
import { watched } from '@/lib/reconcile/reconcile'
import { countViolations, listLastChecks } from '@/lib/reconcile/violation-store'
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

/** Old values would look like current ones. */
function clear({ metrics }: Context): void {
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
    for (const scope of ['sample', 'complete'] as const) {
      const own = checks.filter((check) => check.chainId === chain && check.scope === scope)
      if (own.length === 0) continue
      const oldest = Math.min(...own.map(({ checkedAt }) => checkedAt.getTime()))
      checkAge.set({ chain, scope }, Math.max(0, ctx.now() - oldest) / 1_000)
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
  const heads = ctx.nodes(chain).all.flatMap(({ state }) => state.head?.number ?? [])
  const head = heads.reduce(maxAmount, 0n)
  for (const [index, block] of Object.entries({ settlement, market })) {
    if (block === undefined || heads.length === 0) continue
    ctx.metrics.indexLag.set({ chain, index }, Math.max(0, Number(head - block)))
  }
}
