import { readHeadNumber } from '@/lib/chain/read-headers'
import type { Context } from '@/lib/context'
import { minAmount } from '@/lib/core/amount'
import { inTransaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leadership'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { broadcast } from './broadcast'
import { readSigned } from './read-signed'
import { isShadow } from './shadow'
import { signRefund, signSettlement, solverAddress } from './solver-account'
import { higherFees, maxFeeOf, raiseFees } from './transaction-fees'
import { replaceTransaction, type SettlementTransaction } from './transaction-store'

/** Minimum wait before a settlement's fees are raised, in seconds and in blocks. */
const patienceSeconds = 12
const patienceBlocks = 2

/**
 * Returns the block by which a settlement sent now should be mined.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function endOfPatience(ctx: Context, chainId: number): Promise<bigint> {
  const chain = ctx.chain(chainId)
  const blocks = Math.max(patienceBlocks, Math.ceil(patienceSeconds / chain.network.blockSeconds))
  return (await readHeadNumber(chain)) + BigInt(blocks)
}

/**
 * Replaces a settlement at the same nonce with fees an eighth higher, and at least those of the next blocks. The signed
 * bytes are committed before they are sent. Undefined if it was not replaced: it has ended, another account signed it,
 * its fees are at the cap, or settling is off by now.
 * @throws {ServiceError} InternalServerError if the RPC does not answer; the error of `assertLeader`.
 */
export async function replaceSettlement(
  ctx: Context,
  transaction: SettlementTransaction,
  { epoch }: { readonly epoch: bigint },
): Promise<SettlementTransaction | undefined> {
  const { chainId, nonce, txHash } = transaction
  if (transaction.solverAddress !== solverAddress(ctx)) return undefined
  const stored = await readSigned(ctx, transaction)
  // The next attempt finds the same state, and resolves it.
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
