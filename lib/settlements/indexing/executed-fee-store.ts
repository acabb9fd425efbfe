import type { IndexedEvent } from '@/lib/chain-events/contract-event'
import { type Of, ofKind, placeKey } from '@/lib/chain-events/event-columns'
import type { ExecutedFee } from '@/lib/chain-events/executed-fee'
import { groupBy } from '@/lib/core/group-by'
import type { Transaction } from '@/lib/db/database'

type StoredOrder = {
  readonly id: string
  readonly sellAmount: string
  readonly buyAmount: string
  readonly fees?: readonly ExecutedFee[]
}

/**
 * Returns the fees that these fills paid beyond their signed fees, by position. They come from the winning solution, if
 * it traded exactly these amounts.
 */
export async function findExecutedFees(
  tx: Transaction,
  chainId: number,
  events: readonly IndexedEvent[],
): Promise<ReadonlyMap<string, readonly ExecutedFee[]>> {
  const settlements = groupBy(ofKind(events, 'settlement'), ({ txHash }) => txHash)
  const trades = ofKind(events, 'trade').flatMap((event) => {
    const auctionId = auctionOf(event, settlements.get(event.txHash) ?? [])
    return auctionId === undefined ? [] : [{ event, auctionId }]
  })
  const ids = [...new Set(trades.map(({ auctionId }) => auctionId))]
  if (ids.length === 0) return new Map()
  const solutions = await tx.solution.findMany({
    where: { auctionId: { in: ids }, isWinner: true, auction: { chainId } },
    select: { auctionId: true, orders: true },
  })
  const orders = new Map(
    solutions.flatMap((solution) =>
      (solution.orders as unknown as readonly StoredOrder[]).map(
        (order) => [`${solution.auctionId} ${order.id}`, order] as const,
      ),
    ),
  )
  return new Map(
    trades.flatMap(({ event, auctionId }) => {
      const order = orders.get(`${auctionId} ${event.orderUid}`)
      return order?.fees && isOf(order, event) ? [[placeKey(event), order.fees] as const] : []
    }),
  )
}

/** The auction named by a fill's settlement: the next `Settlement` event of the transaction. */
function auctionOf(
  trade: Of<'trade'>,
  settlements: readonly Of<'settlement'>[],
): bigint | undefined {
  let next: Of<'settlement'> | undefined
  for (const settlement of settlements) {
    if (settlement.logIndex < trade.logIndex || settlement.blockHash !== trade.blockHash) continue
    if (!next || settlement.logIndex < next.logIndex) next = settlement
  }
  return next?.auctionId
}

function isOf(order: StoredOrder, trade: Of<'trade'>): boolean {
  const sold = trade.sellAmount - trade.feeAmount
  return order.sellAmount === String(sold) && order.buyAmount === String(trade.buyAmount)
}
