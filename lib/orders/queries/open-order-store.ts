import type { Address } from '@/lib/core/address'
import type { Exclusion } from '@/lib/core/exclusion'
import type { Transaction } from '@/lib/db/database'
import { toRecord } from '@/lib/orders/order-columns'
import type { OwnerKey } from '@/lib/orders/order-lock-store'
import { maxFailedSettlements, type OrderRecord } from '@/lib/orders/order-record'
import { listBannedAmong } from '@/lib/quotes/banned-account-store'
import { listDeniedAddresses } from '@/lib/tokens/policy/denied-token-store'

/** Open orders of a network, oldest first. */
export type OpenOrders = {
  /** Orders that may take part in an auction. */
  readonly orders: readonly OrderRecord[]
  /** Orders of banned accounts or in denied tokens. Their status stays `open`, since a ban may be lifted. */
  readonly refused: readonly { readonly order: OrderRecord; readonly exclusion: Exclusion }[]
}

/**
 * Lists open orders that are signed, placed without error, within their validity, not quarantined after reverts and not
 * in a settlement in flight.
 */
export async function listOpenOrders(
  db: Transaction,
  chainId: number,
  nowSeconds: number,
): Promise<OpenOrders> {
  const live = await db.settlementTransaction.findMany({
    where: { chainId, state: { in: ['prepared', 'sent'] } },
    select: { orderUids: true },
  })
  const denied = new Set(await listDeniedAddresses(db, chainId))
  const rows = await db.order.findMany({
    where: {
      chainId,
      status: 'open',
      signed: true,
      trueValidTo: { gt: BigInt(nowSeconds) },
      OR: [{ validFrom: null }, { validFrom: { lte: BigInt(nowSeconds) } }],
      placementError: null,
      failedSettlements: { lt: maxFailedSettlements },
      uid: { notIn: live.flatMap((transaction) => transaction.orderUids) },
    },
    orderBy: [{ createdAt: 'asc' }, { uid: 'asc' }],
  })
  const records = rows.map(toRecord)
  const banned = new Set(await listBannedAmong(db, records.flatMap(partiesOf)))
  const orders: OrderRecord[] = []
  const refused: { order: OrderRecord; exclusion: Exclusion }[] = []
  for (const order of records) {
    const token = [order.sellToken, order.buyToken].find((address) => denied.has(address))
    if (partiesOf(order).some((party) => banned.has(party))) {
      refused.push({ order, exclusion: { code: 'accountNotServed' } })
    } else if (token) refused.push({ order, exclusion: { code: 'tokenNotTraded', token } })
    else orders.push(order)
  }
  return { orders, refused }
}

function partiesOf({ owner, receiver, onchainSender }: OrderRecord): Address[] {
  return onchainSender ? [owner, receiver, onchainSender] : [owner, receiver]
}

/** Counts of an owner's open orders on a network that are subject to limits. */
export type OpenOrderCounts = {
  /** Signed orders with a limit price better than their quote, or without a quote. */
  readonly outOfMarket: number
  /** Presign orders of the last 24 hours that await their signature. */
  readonly waiting: number
}

const daySeconds = 24 * 3600

/**
 * Counts the open orders of owners, in the sequence given. Lock the owners first, so that the counts stay valid until
 * the transaction ends.
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
