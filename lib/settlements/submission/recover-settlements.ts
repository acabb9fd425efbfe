import { readHeadNumber } from '@/lib/chain/read-headers'
import type { Context } from '@/lib/context'
import { cancelSettlement } from './cancel-settlement'
import { followNonce } from './follow-nonce'
import { submissionDeadline } from './private-endpoints'
import { endIfTampered } from './read-signed'
import { recordOutcome } from './record-outcome'
import { noteEndpoints } from './relay-outage'
import { sendSettlement } from './submit-settlement'
import { listLiveSettlements, type SettlementTransaction } from './transaction-store'

type Leadership = {
  readonly chainId: number
  readonly epoch: bigint
  readonly signal?: AbortSignal | undefined
}

/**
 * Resolves a network's pending settlements at start and before each auction: looks for the receipt, sends the same bytes
 * until the deadline, then cancels by a transfer to the solver itself, each where the settlement was submitted. Returns
 * the number still pending, which may stay so without new blocks.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function resumeSettlements(ctx: Context, leadership: Leadership): Promise<number> {
  const { chainId } = leadership
  // An outage ends when the operator removes the endpoints.
  if (!ctx.config.privateEndpoints.has(chainId)) await noteEndpoints(ctx, chainId, [])
  const live = await listLiveSettlements(ctx.db, chainId)
  for (const transaction of live) await resume(ctx, transaction, leadership)
  return (await listLiveSettlements(ctx.db, chainId)).length
}

async function resume(
  ctx: Context,
  transaction: SettlementTransaction,
  leadership: Leadership,
): Promise<void> {
  const { chainId, epoch } = leadership
  const head = await readHeadNumber(ctx.chain(chainId))
  const end =
    (await endIfTampered(ctx, transaction)) ?? (await followNonce(ctx, transaction, leadership))
  if (end) return recordOutcome(ctx, transaction, { end, epoch })
  // After a restart with fewer blocks the deadline is far ahead; such bytes are still valid.
  const isWanted = head <= submissionDeadline(ctx, transaction)
  if (isWanted && transaction.withdrawal === undefined) {
    await sendSettlement(ctx, transaction, leadership)
    return
  }
  const cancelled = await cancelSettlement(ctx, transaction, leadership)
  if (cancelled) await recordOutcome(ctx, transaction, { end: cancelled, epoch })
}
