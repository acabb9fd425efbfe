import type { Transaction } from '@/lib/db/database'
import { listBannedAmong } from '@/lib/quotes/banned-account-store'
import { listDeniedAddresses } from '@/lib/tokens/denied-token-store'
import { toRecord } from './order-columns'
import { maxFailedSettlements, type OrderRecord } from './order-record'

/**
 * The orders that may take part in an auction, oldest first: open, signed, placed without fault, within
 * their time, not quarantined by failed settlements, not in a settlement that is under way, and not of a
 * banned account or in a denied token (their status stays `open`, since a ban may be lifted).
 */
export async function listOpenOrders(
  db: Transaction,
  chainId: number,
  nowSeconds: number,
): Promise<OrderRecord[]> {
  const live = await db.settlementTransaction.findMany({
    where: { chainId, state: { in: ['prepared', 'sent'] } },
    select: { orderUids: true },
  })
  const denied = await listDeniedAddresses(db, chainId)
  const rows = await db.order.findMany({
    where: {
      chainId,
      status: 'open',
      signed: true,
      sellToken: { notIn: denied },
      buyToken: { notIn: denied },
      trueValidTo: { gt: BigInt(nowSeconds) },
      OR: [{ validFrom: null }, { validFrom: { lte: BigInt(nowSeconds) } }],
      placementError: null,
      failedSettlements: { lt: maxFailedSettlements },
      uid: { notIn: live.flatMap((transaction) => transaction.orderUids) },
    },
    orderBy: [{ createdAt: 'asc' }, { uid: 'asc' }],
  })
  return withoutBanned(db, rows.map(toRecord))
}

async function withoutBanned(db: Transaction, orders: OrderRecord[]): Promise<OrderRecord[]> {
  const partiesOf = ({ owner, receiver, onchainSender }: OrderRecord) =>
    onchainSender ? [owner, receiver, onchainSender] : [owner, receiver]
  const banned = new Set(await listBannedAmong(db, orders.flatMap(partiesOf)))
  return orders.filter((order) => !partiesOf(order).some((party) => banned.has(party)))
}
