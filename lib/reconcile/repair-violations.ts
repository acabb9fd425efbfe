import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { isServiceError } from '@/lib/core/errors'
import type { IndexerLeadership } from '@/lib/settlements/indexing/indexer-role'
import { repairBlock, repairHeaders, repairOrders } from '@/lib/settlements/indexing/repair-events'
import { listFills } from './checks/order-query'
import { splitSubject } from './invariant'
import { endRepair, listRequestedRepairs, type Violation } from './violation-store'

/**
 * Repairs the violations of a network that an operator requested to repair, from the chain. The leader of the index runs it,
 * as the one writer of events and states. The next check decides whether a violation has ended.
 *
 * @returns the number of violations whose repair was made.
 */
export async function repairViolations(
  ctx: Context,
  leadership: IndexerLeadership,
): Promise<number> {
  const requested = await listRequestedRepairs(ctx.db, leadership.chainId)
  let repaired = 0
  for (const violation of requested) {
    const { invariant, subject } = violation
    try {
      if (await repair(ctx, leadership, violation)) repaired += 1
      await endRepair(ctx.db, [violation.id])
      ctx.log.warn({ chainId: leadership.chainId, invariant, subject }, 'invariant repaired')
    } catch (error) {
      if (isServiceError(error) && error.code === 'Conflict') throw error
      // The request stays: the node may answer the next time.
      ctx.log.warn({ chainId: leadership.chainId, invariant, subject, error }, 'repair failed')
    }
  }
  return repaired
}

async function repair(
  ctx: Context,
  leadership: IndexerLeadership,
  { subject }: Violation,
): Promise<boolean> {
  const [kind, name] = splitSubject(subject)
  if (kind === 'block') return repairBlock(ctx, leadership, BigInt(name))
  if (kind === 'header') await repairHeaders(ctx, leadership)
  if (kind === 'order') await repairOrders(ctx, leadership, [name as Hex])
  if (kind === 'notified') {
    const fills = await listFills(ctx.db, leadership.chainId, [name as Hex])
    for (const block of new Set(fills.map(({ blockNumber }) => blockNumber)))
      await repairBlock(ctx, leadership, block)
  }
  return true
}
