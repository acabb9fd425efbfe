import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { inTransaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leadership'
import { clearFailures, countFailures } from '@/lib/orders/state/order-state-store'
import { attributeRevert } from '@/lib/settlements/auctioneer/attribute-revert'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { penalizeIntermediates } from '@/lib/settlements/auctioneer/route-around-untrusted'
import { checkSettlement } from '@/lib/settlements/verification/check-settlement'
import { recordBurns } from '@/lib/settlements/verification/record-burns'
import { endSettlement, type SettlementEnd, type SettlementTransaction } from './transaction-store'

type Outcome = {
  readonly end: SettlementEnd
  readonly epoch: bigint
  /** Since when its end was awaited. */
  readonly startMs?: number
}

/**
 * Records once how a settlement ended: a revert counts against the orders that fail alone, a success clears them. A
 * refund that is not mined counts against its order, unless its row was tampered with. A mined settlement is checked
 * against its plan; burned gas is recorded; tokens on the route of a reverted one are penalised.
 * @throws if `epoch` is not the leader's any more.
 */
export async function recordOutcome(
  ctx: Context,
  transaction: SettlementTransaction,
  { end: found, epoch, startMs = ctx.now() }: Outcome,
): Promise<void> {
  const { chainId, id, orderUids, txHash } = transaction
  const revert =
    found.state === 'failed'
      ? await attributeRevert(ctx, transaction, found.blockNumber)
      : { cause: found.error, blamed: [] }
  const end = revert.cause === undefined ? found : { ...found, error: revert.cause }
  if (end.state === 'failed') await penalizeIntermediates(ctx, transaction)
  const isFirst = await inTransaction(ctx.db, async (tx) => {
    await assertLeader(tx, auctionRole(chainId), epoch)
    const isFirst = await endSettlement(tx, id, end)
    // The indexer may have marked it as mined before.
    if (end.state === 'mined') await clearFailures(tx, orderUids)
    const isUnminedRefund = isRefund(transaction) && end.state !== 'mined'
    const blamed = isUnminedRefund && !end.isTampered ? orderUids : revert.blamed
    if (isFirst) await countFailures(tx, blamed, new Date(ctx.now()))
    return isFirst
  })
  if (isFirst) ctx.metrics.settlements.inc({ chain: chainId, outcome: end.state })
  const { state, blockNumber: block, txHash: minedAs = txHash } = end
  recordStep(ctx, transaction, { name: state, startMs, txHash: minedAs, block })
  if (end.state === 'mined') await checkSettlement(ctx, transaction, end.txHash ?? txHash)
  if (end.state === 'failed') await recordBurns(ctx, transaction, end.txHash ?? txHash)
  ctx.log.info({ chainId, txHash, orders: orderUids.length, ...end }, 'settlement ended')
}

type Step = {
  readonly name: 'submit' | SettlementEnd['state']
  readonly startMs: number
  readonly txHash: Hex
  readonly block?: bigint | undefined
}

/** Records a step of a settlement in the traces of its orders. */
export function recordStep(
  ctx: Context,
  transaction: SettlementTransaction,
  { name, startMs, txHash, block }: Step,
): void {
  const { chainId, orderUids } = transaction
  ctx.traces.recordOrders(orderUids, `order.${isRefund(transaction) ? 'refund.' : ''}${name}`, {
    startMs,
    isError: name !== 'submit' && name !== 'mined',
    attributes: {
      'coincide.chain_id': chainId,
      'coincide.tx_hash': txHash,
      'coincide.block': block === undefined ? undefined : Number(block),
    },
  })
}

/**
 * A refund holds the nonce and pays for its cancellation, and only its owner can keep it from being mined: repeated
 * attempts are delayed.
 */
function isRefund({ value }: SettlementTransaction): boolean {
  return value === undefined
}
