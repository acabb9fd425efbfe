import { readHeadNumber } from '@/lib/chain/read-head'
import type { Context } from '@/lib/context'
import { minAmount } from '@/lib/core/amount'
import { inTransaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leader'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { broadcast } from './broadcast'
import { readSigned } from './read-signed'
import { isShadow } from './shadow'
import { signRefund, signSettlement, solverAddress } from './solver-account'
import { higherFees, maxFeeOf, raiseFees } from './transaction-fees'
import { replaceTransaction, type SettlementTransaction } from './transaction-store'

/** Seconds, and blocks at least, that a settlement waits before it offers more for its gas. */
const patienceSeconds = 12
const patienceBlocks = 2

/**
 * The block by which a settlement that is sent now should be mined.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function endOfPatience(ctx: Context, chainId: number): Promise<bigint> {
  const chain = ctx.chain(chainId)
  const blocks = Math.max(patienceBlocks, Math.ceil(patienceSeconds / chain.network.blockSeconds))
  return (await readHeadNumber(chain)) + BigInt(blocks)
}

/**
 * Sends a settlement again with higher fees at the same nonce, so that one of the two is mined: an eighth more than
 * before, and what the next blocks ask for at least. As at first the signed bytes are committed before they are sent.
 * Undefined when it was left as it is: it has ended, another account has signed it, it may
 * offer no more, or settling is off by now.
 *
 * @throws {ServiceError} InternalServerError when the RPC does not answer, and whatever `assertLeader` throws.
 */
export async function replaceSettlement(
  ctx: Context,
  transaction: SettlementTransaction,
  { epoch }: { readonly epoch: bigint },
): Promise<SettlementTransaction | undefined> {
  const { chainId, nonce, txHash } = transaction
  if (transaction.solverAddress !== solverAddress(ctx)) return undefined
  const stored = await readSigned(ctx, transaction)
  // Whoever sends it again finds the same, and ends it.
  if ('fault' in stored) return undefined
  if (isShadow(ctx, chainId)) return undefined
  const { to, callData, gas } = stored
  const cap = maxFeeOf(ctx, chainId, gas)
  const maxFee = minAmount(transaction.maxFee ?? cap, cap)
  const fees = await higherFees(ctx, { chainId, fees: raiseFees(stored.fees), maxFee })
  if (!fees) return undefined
  const call = { chainId, nonce, gas, fees, callData }
  const signed =
    to === ctx.config.settlementContract
      ? await signSettlement(ctx, call)
      : await signRefund(ctx, { ...call, to })
  const replacement = await inTransaction(ctx.db, async (tx) => {
    await assertLeader(tx, auctionRole(chainId), epoch)
    return replaceTransaction(tx, transaction, { txHash: signed.hash, rawTransaction: signed.raw })
  })
  if (!replacement) return undefined
  const refusal = await broadcast(ctx, { chainId, raw: signed.raw, hash: signed.hash })
  ctx.log.info({ chainId, txHash: signed.hash, replaced: txHash, refusal }, 'settlement sent again')
  return replacement
}
