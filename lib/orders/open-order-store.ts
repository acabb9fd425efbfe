import type { Transaction } from '@/lib/db/database'
import { listBannedAmong } from '@/lib/quotes/banned-account-store'
import { listDeniedAddresses } from '@/lib/tokens/denied-token-store'
import { toRecord } from './order-columns'
import type { OwnerKey } from './order-lock-store'
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

/** An owner's open orders of a network that count against its limits. */
export type OpenOrderCounts = {
  /** Signed, and asking for more than they were quoted or not quoted at all. */
  readonly outOfMarket: number
  /** Presign orders of the last day without their signature. */
  readonly waiting: number
}

const daySeconds = 24 * 3600

/**
 * Counts the open orders of owners, in the sequence given; lock the owners first, so that the numbers
 * stand until the end.
 */
export async function countOpenOrders(
  tx: Transaction,
  { owners, nowSeconds }: { owners: readonly OwnerKey[]; nowSeconds: number },
): Promise<OpenOrderCounts[]> {
  return tx.$queryRaw<OpenOrderCounts[]>`
    SELECT count(o.uid) FILTER (WHERE NOT o.signed
        AND o.created_at > to_timestamp(${nowSeconds - daySeconds}))::int AS waiting,
      count(o.uid) FILTER (WHERE o.signed AND (q.order_uid IS NULL OR
        (o.sell_amount + o.fee_amount) * q.buy_amount < (q.sell_amount + q.fee_amount) * o.buy_amount
      ))::int AS "outOfMarket"
    FROM unnest(${owners.map(({ owner }) => owner)}::text[], ${owners.map(({ chainId }) => chainId)}::int[])
      WITH ORDINALITY AS k (owner, chain_id, place)
    LEFT JOIN orders o ON o.owner = k.owner AND o.chain_id = k.chain_id AND o.status = 'open'
      AND o.true_valid_to >= ${BigInt(nowSeconds)}
    LEFT JOIN order_quotes q ON q.order_uid = o.uid
    GROUP BY k.place ORDER BY k.place`
}
