import type { Context } from '@/lib/context'
import { dependencyDown } from '@/lib/core/errors'
import { inTransaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leadership'
import { type AuctionLeadership, auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { findReceipt } from './await-receipt'
import { broadcast } from './broadcast'
import { signCancellation, solverAddress } from './solver-account'
import { cancellationFeesFrom } from './transaction-fees'
import { hashesOf, type SettlementEnd, type SettlementTransaction } from './transaction-store'

/** Maximum number of nonces filled per call: a reorg's depth; the next call goes on. */
const maxFilled = 20n

/**
 * Returns how a settlement ended according to its nonce: mined, or replaced by another transaction; undefined while
 * both are possible. A reorg may drop earlier transactions of the solver, which leaves a nonce gap. Transfers to the
 * solver itself then fill the gap, because the old bytes would settle orders that may have ended since.
 * @throws {ServiceError} InternalServerError if the RPC does not answer, Conflict if another process leads.
 */
export async function followNonce(
  ctx: Context,
  transaction: SettlementTransaction,
  { chainId, epoch }: AuctionLeadership,
): Promise<SettlementEnd | undefined> {
  const { nonce, solverAddress: address } = transaction
  const { client, network } = ctx.chain(chainId)
  await inTransaction(ctx.db, (tx) => assertLeader(tx, auctionRole(chainId), epoch))
  const used = await client.getTransactionCount({ address }).catch((cause) => {
    throw dependencyDown(network.title, cause)
  })
  // Read after the nonce: a used nonce without a receipt means that another transaction used it.
  const end = await findReceipt(ctx, { chainId, txHashes: hashesOf(transaction) })
  if (end) return end
  if (BigInt(used) > nonce) {
    return { state: 'abandoned', error: 'another transaction took its nonce' }
  }
  if (BigInt(used) < nonce && address === solverAddress(ctx)) {
    await fillNonces(ctx, chainId, { from: BigInt(used), below: nonce })
  }
  return undefined
}

/** Has no effect if the node only lags, since the chain has used the nonces. */
async function fillNonces(
  ctx: Context,
  chainId: number,
  { from, below }: { readonly from: bigint; readonly below: bigint },
): Promise<void> {
  const fees = await cancellationFeesFrom(ctx, chainId)
  for (let nonce = from; nonce < below && nonce < from + maxFilled; nonce += 1n) {
    const refusal = await broadcast(ctx, {
      chainId,
      ...(await signCancellation(ctx, { chainId, nonce, fees })),
    })
    ctx.log.warn({ chainId, nonce, refusal }, 'nonce of a dropped transaction filled')
  }
}
