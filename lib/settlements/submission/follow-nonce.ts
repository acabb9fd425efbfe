import type { Context } from '@/lib/context'
import { dependencyDown } from '@/lib/core/errors'
import { inTransaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leader'
import type { AuctionLeadership } from '@/lib/settlements/auctioneer/as-auctioneer'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { findReceipt } from './await-receipt'
import { broadcast } from './broadcast'
import { signCancellation, solverAddress } from './solver-account'
import { cancellationFeesFrom } from './transaction-fees'
import { hashesOf, type SettlementEnd, type SettlementTransaction } from './transaction-store'

/** Nonces that are used up in one call. */
const maxFilled = 20n

/**
 * How a settlement ended by what the chain says of its nonce: it is in a block, or another transaction took the nonce;
 * undefined while either can come. A reorganisation may drop earlier transactions of the solver, without which this
 * nonce never comes up: transfers to the solver itself then take their nonces, because bytes of before would settle
 * orders that may have ended since.
 *
 * @throws {ServiceError} InternalServerError when the RPC does not answer, Conflict when another leads.
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
  // Asked after the count: a used nonce without a receipt means that another transaction used it.
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

/** Where a node only lags this comes to nothing: the chain has used the nonces. */
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
