import type { Context } from '@/lib/context'
import { inTransaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leadership'
import { clearFailures, countFailures } from '@/lib/orders/state/order-state-store'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { attributeRevert } from '@/lib/settlements/auctioneer/load-revert-risk'
import { penalizeIntermediates } from '@/lib/settlements/auctioneer/route-around-untrusted'
import { checkSettlement } from '@/lib/settlements/verification/check-settlement'
import { recordBurns } from '@/lib/settlements/verification/record-burns'
import { endSettlement, type SettlementEnd, type SettlementTransaction } from './transaction-store'

/**
 * Records once how a settlement ended: a revert counts against the orders to blame, a success clears them. A mined
 * settlement is checked against its plan; burned gas is recorded; tokens on the route of a reverted one are penalised.
 * @throws if `epoch` is not the leader's any more.
 */
export async function recordOutcome(
  ctx: Context,
  transaction: SettlementTransaction,
  { end, epoch }: { readonly end: SettlementEnd; readonly epoch: bigint },
): Promise<void> {
  const { chainId, id, orderUids, txHash } = transaction
  const blamed = end.state === 'failed' ? await attributeRevert(ctx, chainId, orderUids) : []
  if (end.state === 'failed') await penalizeIntermediates(ctx, transaction)
  await inTransaction(ctx.db, async (tx) => {
    await assertLeader(tx, auctionRole(chainId), epoch)
    const isFirst = await endSettlement(tx, id, end)
    // The indexer may have marked it as mined before.
    if (end.state === 'mined') await clearFailures(tx, orderUids)
    if (end.state === 'failed' && isFirst) await countFailures(tx, blamed)
  })
  if (end.state === 'mined') await checkSettlement(ctx, transaction, end.txHash ?? txHash)
  if (end.state === 'failed') await recordBurns(ctx, transaction, end.txHash ?? txHash)
  ctx.log.info({ chainId, txHash, orders: orderUids.length, ...end }, 'settlement ended')
}
