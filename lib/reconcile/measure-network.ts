import { findIndexedBlock, findTip } from '@/lib/chain/block-store'
import { newestHead } from '@/lib/chain/nodes/watch-nodes'
import type { Context } from '@/lib/context'
import { maxAmount } from '@/lib/core/amount'
import { blocksIn } from '@/lib/core/networks/network'
import { daySeconds } from '@/lib/core/time'
import { marketIndex } from '@/lib/market/indexing/market-role'
import { settlementIndex } from '@/lib/settlements/indexing/indexer-role'
import { isBehind } from './checks/check-blocks'
import { readFigures } from './figures-query'
import type { IncidentKind, NetworkStatus } from './service-status'
import { listOpenViolations } from './violation-store'

/** Milliseconds without an auction round, while orders are open, that count as an incident. */
const silentMs = 300_000

/** Measures the figures of a network, and which incidents they show. A node that does not answer is one of them. */
export async function measureNetwork(
  ctx: Context,
  chainId: number,
): Promise<{ readonly status: NetworkStatus; readonly kinds: readonly IncidentKind[] }> {
  const { network } = ctx.chain(chainId)
  const [tip, marketIndexed, head, open] = await Promise.all([
    findTip(ctx.db, settlementIndex(chainId)),
    findIndexedBlock(ctx.db, marketIndex(chainId)),
    newestHead(ctx, chainId).catch(() => undefined),
    listOpenViolations(ctx.db, chainId),
  ])
  const top = maxAmount(head?.number ?? 0n, tip?.number ?? 0n)
  const day = BigInt(blocksIn(network, { seconds: daySeconds }))
  const figures = await readFigures(ctx.db, { chainId, fromBlock: maxAmount(top - day, 0n) })
  const { hasOpenOrders, isPaused, ...counted } = figures
  // Before the first auction there is none to miss. Whichever worker has the solver's key should hold the others.
  const sinceRound = figures.roundAt ? ctx.now() - figures.roundAt.getTime() : 0
  const shown: Readonly<Record<IncidentKind, boolean>> = {
    node: head === undefined,
    index: head !== undefined && tip !== undefined && isBehind(tip, head),
    rounds: hasOpenOrders && !isPaused && sinceRound > silentMs,
    settlement: isPaused,
    data: open.some(({ invariant }) => invariant !== 16),
  }
  const kinds = (Object.keys(shown) as IncidentKind[]).filter((kind) => shown[kind])
  const time = (seconds: number | undefined) =>
    seconds === undefined ? undefined : new Date(seconds * 1_000)
  const status: NetworkStatus = {
    chainId,
    measuredAt: new Date(ctx.now()),
    head: head?.number,
    headAt: time(head?.timestamp),
    indexed: tip?.number,
    indexedAt: time(tip?.timestamp),
    marketIndexed,
    ...counted,
  }
  return { status, kinds }
}
