import { readHeadNumber } from '@/lib/chain/read-headers'
import type { Context } from '@/lib/context'
import { blocksIn } from '@/lib/core/networks/network'
import type { AuctionLeadership } from '@/lib/settlements/auctioneer/auction-role'
import { awaitReceipt, findReceipt } from './await-receipt'
import { broadcast } from './broadcast'
import { cancelledEnd, followNonce } from './follow-nonce'
import { isPrivate, submissionDeadline } from './private-endpoints'
import { readSigned } from './read-signed'
import { type Fees, signCancellation, solverAddress } from './solver-account'
import { cancellationFeesFrom, raiseFees } from './transaction-fees'
import { hashesOf, type SettlementEnd, type SettlementTransaction } from './transaction-store'

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

/**
 * Blocks without the settlement after which a private endpoint has cancelled it. It mines no cancellation, which costs
 * nothing; the block under construction may still contain the settlement.
 */
const quietBlocks = 2n

/** Number of fee increases of a cancellation, an eighth each: to about four times the settlement's fees. */
const maxRaises = 12n

type Leadership = AuctionLeadership & { readonly signal?: AbortSignal | undefined }

/**
 * Cancels a settlement by a transfer to the solver itself at the same nonce, sent where the settlement was sent. Either
 * transaction may use the nonce, so it waits for both. Returns how the settlement ended; undefined if it is still
 * pending, as while no private endpoint answers.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function cancelSettlement(
  ctx: Context,
  transaction: SettlementTransaction,
  leadership: Leadership,
): Promise<SettlementEnd | undefined> {
  const { chainId, nonce } = transaction
  // Without its key the settlement cannot be replaced; if it is mined later, the contract still fills no order twice.
  if (transaction.solverAddress !== solverAddress(ctx, chainId)) return cancelledEnd(transaction)
  const privately = isPrivate(transaction)
  if (privately && !ctx.config.privateEndpoints.has(chainId)) {
    ctx.log.warn({ chainId, nonce }, 'no private endpoint to cancel a private settlement at')
    return cancelledEnd(transaction)
  }
  const head = await readHeadNumber(ctx.chain(chainId))
  const stored = await readSigned(ctx, transaction)
  // The next call finds the same state, and resolves it.
  if ('fault' in stored) return undefined
  const waitBlocks = cancellationBlocks(ctx, chainId)
  const passed = (head - submissionDeadline(ctx, transaction)) / waitBlocks
  const min = cancellationFees(stored.fees, passed)
  const fees = await cancellationFeesFrom(ctx, chainId, min)
  const { raw, hash } = await signCancellation(ctx, { chainId, nonce, fees })
  let isAnswered = false
  let isAccepted = false
  const send = async () => {
    if (privately && isAccepted) return undefined
    const answer = await broadcast(ctx, { chainId, raw, hash, isPrivate: privately })
    if (answer !== 'unanswered') isAnswered = true
    if (answer === 'accepted') isAccepted = true
    else ctx.log.warn({ chainId, nonce, answer }, 'cancellation not accepted')
    return undefined
  }
  await send()
  let acceptedOn: bigint | undefined
  const cancelled = await awaitReceipt(ctx, {
    chainId,
    txHashes: [hash],
    deadlineBlock: head + waitBlocks,
    signal: leadership.signal,
    remind: async () => (await followNonce(ctx, transaction, leadership)) ?? (await send()),
    onHead: async (now) => {
      if (!privately || !isAccepted) return 'continue'
      acceptedOn ??= now
      return now >= acceptedOn + quietBlocks ? 'stop' : 'continue'
    },
  })
  const end = await findReceipt(ctx, { chainId, txHashes: hashesOf(transaction) })
  if (end) return end
  if (cancelled) return cancelled.txHash === hash ? cancelledEnd(transaction) : cancelled
  if (!privately || !isAnswered || leadership.signal?.aborted) return undefined
  return (await followNonce(ctx, transaction, leadership)) ?? cancelledEnd(transaction)
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
