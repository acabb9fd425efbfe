import { readHeadNumber } from '@/lib/chain/read-head'
import type { Context } from '@/lib/context'
import { awaitReceipt, findReceipt } from './await-receipt'
import { broadcast } from './broadcast'
import { followNonce } from './follow-nonce'
import { endIfTampered, readSigned } from './read-signed'
import { recordOutcome } from './record-outcome'
import { type Fees, signCancellation, solverAddress } from './solver-account'
import { sendSettlement } from './submit-settlement'
import { cancellationFeesFrom, raiseFees } from './transaction-fees'
import { hashesOf, listLiveSettlements, type SettlementTransaction } from './transaction-store'

/** Blocks that a cancellation is waited for. */
const cancellationBlocks = 10n

/** How often the fees of cancellations are raised by an eighth: to some four times those of the settlement. */
const maxRaises = 12n

type Leadership = {
  readonly chainId: number
  readonly epoch: bigint
  readonly signal?: AbortSignal | undefined
}

/**
 * Brings the settlements of a network that were under way to their end, at a start and before each
 * auction: finds the receipt, broadcasts the same bytes again before the deadline, and after it puts a
 * transfer to the solver itself in their place. How many are still under way: without new blocks they stay so.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function resumeSettlements(ctx: Context, leadership: Leadership): Promise<number> {
  const live = await listLiveSettlements(ctx.db, leadership.chainId)
  for (const transaction of live) await resume(ctx, transaction, leadership)
  return (await listLiveSettlements(ctx.db, leadership.chainId)).length
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
  // The deadline of a chain that came back with fewer blocks is far away; such bytes are still good.
  if (head <= transaction.deadlineBlock) {
    await sendSettlement(ctx, transaction, leadership)
    return
  }
  await cancel(ctx, transaction, leadership)
}

async function abandon(
  ctx: Context,
  transaction: SettlementTransaction,
  { epoch }: Leadership,
): Promise<void> {
  const end = { state: 'abandoned', error: 'not mined before the deadline' } as const
  await recordOutcome(ctx, transaction, { end, epoch })
}

/** Either the cancellation or the settlement takes the nonce; both are waited for. */
async function cancel(
  ctx: Context,
  transaction: SettlementTransaction,
  leadership: Leadership,
): Promise<void> {
  const { chainId, nonce } = transaction
  // Without its key it cannot be replaced; the contract fills no order twice should it still come.
  if (transaction.solverAddress !== solverAddress(ctx)) return abandon(ctx, transaction, leadership)
  const head = await readHeadNumber(ctx.chain(chainId))
  const stored = await readSigned(ctx, transaction)
  // The next call finds the same, and ends it.
  if ('fault' in stored) return
  const min = cancellationFees(stored.fees, { head, deadlineBlock: transaction.deadlineBlock })
  const fees = await cancellationFeesFrom(ctx, chainId, min)
  const { raw, hash } = await signCancellation(ctx, { chainId, nonce, fees })
  const send = async () => {
    const refusal = await broadcast(ctx, { chainId, raw, hash })
    if (refusal !== undefined) ctx.log.warn({ chainId, nonce, refusal }, 'cancellation refused')
    return undefined
  }
  await send()
  const cancelled = await awaitReceipt(ctx, {
    chainId,
    txHashes: [hash],
    deadlineBlock: head + cancellationBlocks,
    signal: leadership.signal,
    remind: async () => (await followNonce(ctx, transaction, leadership)) ?? (await send()),
  })
  const end = await findReceipt(ctx, { chainId, txHashes: hashesOf(transaction) })
  if (end) return recordOutcome(ctx, transaction, { end, epoch: leadership.epoch })
  if (cancelled) await abandon(ctx, transaction, leadership)
}

/** More than the settlement offers, and an eighth more than the cancellation before this one, which blocks passed over. */
function cancellationFees(
  settlement: Fees,
  { head, deadlineBlock }: { readonly head: bigint; readonly deadlineBlock: bigint },
): Fees {
  let fees = raiseFees(settlement)
  const passed = (head - deadlineBlock) / cancellationBlocks
  for (let raise = 0n; raise < passed && raise < maxRaises; raise += 1n) fees = raiseFees(fees)
  return fees
}
