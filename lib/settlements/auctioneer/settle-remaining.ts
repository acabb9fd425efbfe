import { abandonWinners, type NewCompetition } from '@/lib/auctions/competition/competition-store'
import { notifyEngines } from '@/lib/auctions/engines/notify-engines'
import type { WinnerGroup } from '@/lib/auctions/selection/combine-winners'
import { newestNumber } from '@/lib/chain/nodes/watch-nodes'
import type { Context } from '@/lib/context'
import { prepareSettlement } from '@/lib/settlements/submission/prepare-settlement'
import { findSettlementPause } from '@/lib/settlements/submission/settlement-pause-store'
import {
  type SubmissionResult,
  submitSettlement,
} from '@/lib/settlements/submission/submit-settlement'
import { findValueCaps, holdToDayCap } from './canary'
import { backOffOrders, onlyOrder } from './order-backoff'

type Later = {
  /** Stored already with the first transaction. */
  readonly competition: NewCompetition
  readonly groups: readonly WinnerGroup[]
  /** The leader's fencing epoch. */
  readonly epoch: bigint
  readonly signal?: AbortSignal | undefined
}

/** Rankings of a group's winners. */
export function rankingsOf({ members }: WinnerGroup): number[] {
  return members.map(({ place }) => place + 1)
}

/** Reports to solver engines how the transaction of their solutions ended. */
export function notifyOutcome(
  ctx: Context,
  { auctionId, group }: { readonly auctionId: bigint; readonly group: WinnerGroup },
  { state, txHash: transaction }: SubmissionResult,
): void {
  if (!transaction || (state !== 'mined' && state !== 'failed')) return
  const solutions = group.members.map(({ solution }) => solution)
  const kind = state === 'mined' ? 'success' : 'revert'
  notifyEngines(ctx, { auctionId, solutions }, { kind, transaction })
}

/**
 * Settles the winners that do not fit into the first transaction, one transaction after the other, until the auction's
 * deadline. Each is simulated again at the head and abandoned if it fails; a failing single order backs off. Ends when
 * a transaction is not mined successfully; the rest is abandoned before the next auction.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function settleRemaining(ctx: Context, later: Later): Promise<void> {
  const { competition, groups, epoch, signal } = later
  const { auctionId, input, deadlineBlock } = competition
  const { auction } = input
  for (const group of groups) {
    if (signal?.aborted || (await findSettlementPause(ctx.db, auction.chainId))) return
    const caps = await findValueCaps(ctx, auction.chainId)
    if ((await newestNumber(ctx, auction.chainId)) >= deadlineBlock) return
    const rankings = rankingsOf(group)
    if (caps && !holdToDayCap(ctx, { auction, solution: group.solution, caps })) {
      await abandonWinners(ctx.db, { auctionId, rankings }, { code: 'overDayCap' })
      continue
    }
    const prepared = await prepareSettlement(ctx, { auction, auctionId }, group.solution)
    if ('fault' in prepared) {
      const { fault } = prepared
      ctx.log.info({ chainId: auction.chainId, auctionId, rankings, fault }, 'winner abandoned')
      await abandonWinners(ctx.db, { auctionId, rankings }, fault)
      const only = onlyOrder(ctx, group.solution)
      if (only) backOffOrders(ctx, auction.chainId, [only])
      continue
    }
    const submission = {
      ...prepared,
      competition,
      rankings,
      isStored: true,
      epoch,
      signal,
    } as const
    const result = await submitSettlement(ctx, submission)
    const { state } = result
    notifyOutcome(ctx, { auctionId, group }, result)
    if (state === 'pending') return
    if (state === 'busy') await abandonWinners(ctx.db, { auctionId, rankings }, { code: 'ended' })
  }
}
