import type { Transaction } from '@/lib/db/database'
import { type Of, placeColumns, selectPlace } from './event-columns'

/** Stores placements of a network and returns the positions of the new ones. */
export async function insertPlacements(
  tx: Transaction,
  chainId: number,
  events: readonly Of<'placement'>[],
) {
  if (events.length === 0) return []
  return tx.orderPlacement.createManyAndReturn({
    data: events.map((event) => ({
      ...placeColumns(chainId, event),
      orderUid: event.orderUid,
      contract: event.contract,
      sender: event.sender,
    })),
    skipDuplicates: true,
    select: selectPlace,
  })
}

/** Stores refunds of a network and returns the positions of the new ones. */
export async function insertRefunds(
  tx: Transaction,
  chainId: number,
  events: readonly Of<'refund'>[],
) {
  if (events.length === 0) return []
  return tx.orderRefund.createManyAndReturn({
    data: events.map((event) => ({
      ...placeColumns(chainId, event),
      orderUid: event.orderUid,
      refunder: event.refunder,
    })),
    skipDuplicates: true,
    select: selectPlace,
  })
}
