import { readHeadNumber } from '@/lib/chain/read-headers'
import type { Context } from '@/lib/context'
import { inTransaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leadership'
import { type AuctionLeadership, auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { findReceipt } from './await-receipt'
import { broadcast } from './broadcast'
import { pauseSettling } from './pause-settling'
import { isPrivate, submissionDeadline } from './private-endpoints'
import { areOwnNonces, readNextNonce } from './read-nonce'
import { signCancellation, solverAddress } from './solver-account'
import { cancellationFeesFrom } from './transaction-fees'
import {
  hashesOf,
  notMined,
  type SettlementEnd,
  type SettlementTransaction,
} from './transaction-store'

/** Maximum number of nonces filled per call on an embedded network, whose restart loses any number; the next continues. */
const maxFilled = 20n

/**
 * Returns how a settlement ended according to its nonce: mined, or replaced by another transaction; undefined while
 * both are possible. A reorg may drop earlier transactions of the solver, which leaves a nonce gap. Transfers to the
 * solver itself then fill the gap, because the old bytes would settle orders that may have ended since. Any other gap is
 * not paid for: past its deadline the settlement is abandoned, and settling pauses until an operator resumes it.
 * @throws {ServiceError} InternalServerError if the RPC does not answer, Conflict if another process leads.
 */
export async function followNonce(
  ctx: Context,
  transaction: SettlementTransaction,
  { chainId, epoch }: AuctionLeadership,
): Promise<SettlementEnd | undefined> {
  const { nonce, solverAddress: address } = transaction
  await inTransaction(ctx.db, (tx) => assertLeader(tx, auctionRole(chainId), epoch))
  const next = await readNextNonce(ctx, chainId, address)
  // Read after the nonce: a used nonce without a receipt means that another transaction used it.
  const end = await findReceipt(ctx, { chainId, txHashes: hashesOf(transaction) })
  if (end) return end
  // A lagging node has neither the receipt nor the nonce, so all nodes must agree whether it is used.
  if (next.lowest > nonce) {
    // The cancellation of a withdrawal, unless its receipt was seen.
    if (transaction.withdrawal !== undefined) return cancelledEnd(transaction)
    return { state: 'abandoned', error: 'another transaction took its nonce' }
  }
  if (next.highest < nonce && address === solverAddress(ctx, chainId)) {
    return fillNonces(ctx, transaction, next.highest)
  }
  return undefined
}

/** Returns how a settlement ended that was cancelled. */
export function cancelledEnd({
  withdrawal,
}: Pick<SettlementTransaction, 'withdrawal'>): SettlementEnd {
  return withdrawal === undefined
    ? { state: 'abandoned', error: notMined }
    : { state: 'withdrawn', error: withdrawal }
}

/**
 * Fills the nonces before a settlement's, where it is submitted itself, if a reorg can have dropped them. Has no effect if
 * the node only lags, since the chain has used the nonces. Returns how the settlement ended if they will not be used.
 */
async function fillNonces(
  ctx: Context,
  transaction: SettlementTransaction,
  from: bigint,
): Promise<SettlementEnd | undefined> {
  const { chainId, nonce: below, solverAddress: address } = transaction
  const isEmbedded = ctx.config.embeddedChainIds.includes(chainId)
  if (!isEmbedded && !(await areOwnNonces(ctx, chainId, { address, from, below }))) {
    return endBeyondGap(ctx, transaction, from)
  }
  const fees = await cancellationFeesFrom(ctx, chainId)
  for (let nonce = from; nonce < below && nonce < from + maxFilled; nonce += 1n) {
    const signed = await signCancellation(ctx, { chainId, nonce, fees })
    const answer = await broadcast(ctx, { chainId, ...signed, isPrivate: isPrivate(transaction) })
    ctx.log.warn({ chainId, nonce, answer }, 'nonce of a dropped transaction filled')
  }
  return undefined
}

/** Until the deadline, others may still use the nonces: a reorg drops transactions by hand too, and nodes lag. */
async function endBeyondGap(
  ctx: Context,
  transaction: SettlementTransaction,
  next: bigint,
): Promise<SettlementEnd | undefined> {
  const { chainId, nonce, txHash } = transaction
  const error = `signed at nonce ${nonce} while the next one is ${next}: a node was wrong, or others use the key`
  const head = await readHeadNumber(ctx.chain(chainId))
  if (head <= submissionDeadline(ctx, transaction)) {
    ctx.log.warn({ chainId, txHash, error }, 'gap of nonces not filled')
    return undefined
  }
  await pauseSettling(ctx, chainId, { txHash, error })
  return { state: 'abandoned', error }
}
