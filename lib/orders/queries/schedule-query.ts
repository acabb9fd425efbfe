import type { Address } from '@/lib/core/address'
import type { OrderKind } from '@/lib/core/order'
import { fromDecimal, type Transaction } from '@/lib/db/database'
import { Prisma } from '@/prisma/generated/client'
import type { OrderDetails } from './order-details'
import {
  detailsColumns,
  detailsTables,
  type QuotedRow,
  quoteColumns,
  toQuotedDetails,
} from './order-details-query'

/** A scheduled order: what its parts have in common, and their sums in atoms. */
export type ScheduleSummary = {
  /** The owner's name of it, unique among the owner's schedules on a network. */
  readonly id: string
  readonly owner: Address
  readonly sellToken: Address
  readonly buyToken: Address
  readonly kind: OrderKind
  /** When its first part was placed. */
  readonly createdAt: Date
  /** Numbers of its parts, in all and by status. */
  readonly parts: number
  readonly open: number
  readonly fulfilled: number
  readonly expired: number
  readonly cancelled: number
  /** Open parts that await their signature on chain. */
  readonly unsigned: number
  /** Signed fees included. */
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly executedSell: bigint
  readonly executedBuy: bigint
  /** Unix seconds: of the first part, of the first open one, and when the last part ends. */
  readonly firstValidFrom: number
  readonly nextValidFrom: number | undefined
  /** What the first open part may still sell, signed fees included. */
  readonly nextSell: bigint | undefined
  readonly lastValidTo: number
}

type Row = { readonly [K in keyof ScheduleSummary]: unknown }

type Owner = { readonly chainId: number; readonly owner: Address }

type Page = { readonly limit: number; readonly offset: number }

/** Lists an owner's schedules on a network, newest first. */
export async function listSchedules(
  db: Transaction,
  { limit, offset, ...owner }: Owner & Page,
): Promise<ScheduleSummary[]> {
  const rows = await db.$queryRaw<Row[]>`
    ${summaries(owner, Prisma.empty)} ORDER BY min(created_at) DESC, schedule LIMIT ${limit} OFFSET ${offset}`
  return rows.map(toSummary)
}

/** Returns an owner's schedule of this name on a network. */
export async function findSchedule(
  db: Transaction,
  { id, ...owner }: Owner & { readonly id: string },
): Promise<ScheduleSummary | undefined> {
  const [row] = await db.$queryRaw<Row[]>`${summaries(owner, Prisma.sql`AND schedule = ${id}`)}`
  return row && toSummary(row)
}

/** What all parts have in common, from the first one that has the owner's consent. */
const common = Prisma.raw(
  [
    ['owner', 'owner'],
    ['sell_token', 'sellToken'],
    ['buy_token', 'buyToken'],
    ['kind::text', 'kind'],
  ]
    .map(
      ([column, name]) =>
        `(array_agg(${column} ORDER BY signed DESC, created_at, uid))[1] AS "${name}"`,
    )
    .join(', '),
)

function summaries({ chainId, owner }: Owner, filter: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT schedule AS id, ${common}, min(created_at) AS "createdAt", count(*)::int AS parts,
      count(*) FILTER (WHERE status = 'open')::int AS open,
      count(*) FILTER (WHERE status = 'fulfilled')::int AS fulfilled,
      count(*) FILTER (WHERE status = 'expired')::int AS expired,
      count(*) FILTER (WHERE status = 'cancelled')::int AS cancelled,
      count(*) FILTER (WHERE status = 'open' AND NOT signed)::int AS unsigned,
      sum(sell_amount + fee_amount) AS "sellAmount", sum(buy_amount) AS "buyAmount",
      sum(executed_sell) AS "executedSell", sum(executed_buy) AS "executedBuy",
      min(valid_from) AS "firstValidFrom", max(true_valid_to) AS "lastValidTo",
      min(valid_from) FILTER (WHERE status = 'open') AS "nextValidFrom",
      (array_agg(sell_amount + fee_amount - executed_sell ORDER BY valid_from)
        FILTER (WHERE status = 'open'))[1] AS "nextSell"
    FROM orders WHERE chain_id = ${chainId} AND owner = ${owner} AND schedule IS NOT NULL ${filter}
    GROUP BY schedule`
}

function toSummary(row: Row): ScheduleSummary {
  const atoms = (value: unknown) => fromDecimal(value as Prisma.Decimal)
  const count = (value: unknown) => Number(value)
  return {
    id: String(row.id),
    owner: row.owner as Address,
    sellToken: row.sellToken as Address,
    buyToken: row.buyToken as Address,
    kind: row.kind as OrderKind,
    createdAt: row.createdAt as Date,
    parts: count(row.parts),
    open: count(row.open),
    fulfilled: count(row.fulfilled),
    expired: count(row.expired),
    cancelled: count(row.cancelled),
    unsigned: count(row.unsigned),
    sellAmount: atoms(row.sellAmount),
    buyAmount: atoms(row.buyAmount),
    executedSell: atoms(row.executedSell),
    executedBuy: atoms(row.executedBuy),
    firstValidFrom: count(row.firstValidFrom),
    nextValidFrom: row.nextValidFrom === null ? undefined : count(row.nextValidFrom),
    nextSell: row.nextSell === null ? undefined : atoms(row.nextSell),
    lastValidTo: count(row.lastValidTo),
  }
}

const columns = Prisma.raw(detailsColumns)
const tables = Prisma.raw(detailsTables)
const quoted = Prisma.raw(quoteColumns)

/** Lists the parts of a schedule in the sequence of their times; at most `limit` of them. */
export async function listPartsOfSchedule(
  db: Transaction,
  { chainId, owner, id, limit }: Owner & { readonly id: string; readonly limit: number },
): Promise<OrderDetails[]> {
  const rows = await db.$queryRaw<QuotedRow[]>`
    SELECT ${columns}, ${quoted} FROM orders o ${tables}
    LEFT JOIN order_quotes q ON q.order_uid = o.uid
    WHERE o.chain_id = ${chainId} AND o.owner = ${owner} AND o.schedule = ${id}
    ORDER BY o.signed DESC, o.valid_from, o.uid LIMIT ${limit}`
  return rows
    .map(toQuotedDetails)
    .sort((a, b) => (a.order.validFrom ?? 0) - (b.order.validFrom ?? 0))
}
