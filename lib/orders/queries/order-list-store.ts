import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import { Prisma } from '@/prisma/generated/client'
import type { OrderDetails } from './order-details'
import {
  type DetailsRow,
  detailsColumns,
  detailsTables,
  type QuotedRow,
  quoteColumns,
  toDetails,
  toQuotedDetails,
} from './order-details-store'

/** Keyset position among an account's orders, newest first. */
export type OrderKey = { readonly createdAt: Date; readonly uid: Hex }

type AccountPage = {
  readonly chainId: number
  readonly account: Address
  readonly limit: number
  /** Orders to skip, counted from `after` if given. */
  readonly offset: number
  readonly after: OrderKey | undefined
}

const columns = Prisma.raw(detailsColumns)
const tables = Prisma.raw(detailsTables)
const quoted = Prisma.raw(quoteColumns)

/**
 * Lists a page of an account's orders on a network, newest first: orders it owns and orders it placed through a
 * contract. An index holds both in this sequence, so the cost of a page depends on its offset and limit, not on the
 * account's number of orders.
 */
export async function listOrdersOfAccount(
  db: Transaction,
  { chainId, account, limit, offset, after }: AccountPage,
): Promise<OrderDetails[]> {
  const rest = after
    ? Prisma.sql`AND created_at <= ${after.createdAt} AND (created_at < ${after.createdAt} OR uid > ${after.uid})`
    : Prisma.empty
  const first = Prisma.sql`${rest} ORDER BY created_at DESC, uid LIMIT ${limit + offset}`
  const rows = await db.$queryRaw<QuotedRow[]>`
    WITH page AS (
      SELECT uid FROM (
        (SELECT uid, created_at FROM orders WHERE chain_id = ${chainId} AND owner = ${account} ${first})
        UNION ALL
        (SELECT uid, created_at FROM orders WHERE chain_id = ${chainId} AND onchain_sender = ${account} AND owner <> ${account} ${first})
      ) AS either
      ORDER BY created_at DESC, uid LIMIT ${limit} OFFSET ${offset}
    )
    SELECT ${columns}, ${quoted} FROM page JOIN orders o ON o.uid = page.uid ${tables}
    LEFT JOIN order_quotes q ON q.order_uid = o.uid
    ORDER BY o.created_at DESC, o.uid`
  return rows.map(toQuotedDetails)
}

/** Lists the orders that a transaction filled on a network, newest first. */
export async function listOrdersOfTransaction(
  db: Transaction,
  { chainId, txHash }: { readonly chainId: number; readonly txHash: Hex },
): Promise<OrderDetails[]> {
  const rows = await db.$queryRaw<DetailsRow[]>`
    WITH filled AS (
      SELECT DISTINCT known_uid FROM trades WHERE tx_hash = ${txHash} AND chain_id = ${chainId}
    )
    SELECT ${columns} FROM filled JOIN orders o ON o.uid = known_uid ${tables}
    ORDER BY o.created_at DESC, o.uid`
  return rows.map(toDetails)
}
