import { readHeadNumber } from '@/lib/chain/read-headers'
import type { Context } from '@/lib/context'
import { blocksIn } from '@/lib/core/networks/network'
import { awaitReceipt, findReceipt } from './await-receipt'
import { broadcast } from './broadcast'
import { followNonce } from './follow-nonce'
import { endIfTampered, readSigned } from './read-signed'
import { recordOutcome } from './record-outcome'
import { type Fees, signCancellation, solverAddress } from './solver-account'
import { sendSettlement } from './submit-settlement'
import { cancellationFeesFrom, raiseFees } from './transaction-fees'
import { hashesOf, listLiveSettlements, type SettlementTransaction } from './transaction-store'

/** Seconds to wait for a cancellation before its fee is raised, and at least so many blocks. */
const cancellationSeconds = 30
const minCancellationBlocks = 3
const cancellationBlocks = (ctx: Context, chainId: number) =>
  BigInt(
    blocksIn(ctx.chain(chainId).network, {
      seconds: cancellationSeconds,
      min: minCancellationBlocks,
    }),
  )

/** Number of fee increases of a cancellation, an eighth each: to about four times the settlement's fees. */
const maxRaises = 12n

type Leadership = {
  readonly chainId: number
  readonly epoch: bigint
  readonly signal?: AbortSignal | undefined
}

/**
 * Resolves a network's pending settlements at start and before each auction: looks for the receipt, broadcasts the same
 * bytes until the deadline, then cancels by a transfer to the solver itself. Returns the number still pending, which
 * may stay so without new blocks.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
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
  // After a restart with fewer blocks the deadline is far ahead; such bytes are still valid.
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

/** Either transaction may use the nonce, so it waits for both. */
async function cancel(
  ctx: Context,
  transaction: SettlementTransaction,
  leadership: Leadership,
): Promise<void> {
  const { chainId, nonce } = transaction
  // Without its key the settlement cannot be replaced; if it is mined later, the contract still fills no order twice.
  if (transaction.solverAddress !== solverAddress(ctx)) return abandon(ctx, transaction, leadership)
  const head = await readHeadNumber(ctx.chain(chainId))
  const stored = await readSigned(ctx, transaction)
  // The next call finds the same state, and resolves it.
  if ('fault' in stored) return
  const wait = cancellationBlocks(ctx, chainId)
  const passed = (head - transaction.deadlineBlock) / wait
  const min = cancellationFees(stored.fees, passed)
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
    deadlineBlock: head + wait,
    signal: leadership.signal,
    remind: async () => (await followNonce(ctx, transaction, leadership)) ?? (await send()),
  })
  const end = await findReceipt(ctx, { chainId, txHashes: hashesOf(transaction) })
  if (end) return recordOutcome(ctx, transaction, { end, epoch: leadership.epoch })
  if (cancelled) await abandon(ctx, transaction, leadership)
}

/**
 * More than the settlement's fees, and an eighth more than the previous cancellation, which was not mined; `passed`: the
 * waits for one since the deadline.
 */
function cancellationFees(settlement: Fees, passed: bigint): Fees {
  let fees = raiseFees(settlement)
  for (let raise = 0n; raise < passed && raise < maxRaises; raise += 1n) fees = raiseFees(fees)
  return fees
}
