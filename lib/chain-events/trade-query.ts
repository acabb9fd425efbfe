import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { selectColumns } from '@/lib/db/columns'
import { fromDecimal, type Transaction } from '@/lib/db/database'
import { Prisma, type Trade as TradeRow } from '@/prisma/generated/client'
import type { ExecutedFee } from './executed-fee'

/** A fill of an order as indexed; amounts in atoms. */
export type Trade = {
  readonly blockNumber: bigint
  /** Block time in Unix seconds. */
  readonly timestamp: number
  readonly logIndex: number
  readonly txHash: Hex
  readonly orderUid: Hex
  readonly owner: Address
  readonly sellToken: Address
  readonly buyToken: Address
  /** Includes the fee. */
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly feeAmount: bigint
  /** Taken beyond the signed fee. */
  readonly executedFees: readonly ExecutedFee[]
  /** Network fee paid beyond the signed fee, in atoms of the token whose amount is not fixed; undefined if unknown. */
  readonly networkFee: bigint | undefined
}

/** Selects the trades of an account or of an order. */
export type TradeFilter = { readonly owner: Address } | { readonly orderUid: Hex }

/** Position in the list, newest first. */
export type TradeKey = { readonly blockNumber: bigint; readonly logIndex: number }

type TradePage = {
  readonly chainId: number
  readonly filter: TradeFilter
  readonly limit: number
  /** Number of trades to skip, counted from `after` if given. */
  readonly offset: number
  readonly after?: TradeKey | undefined
}

const columns = Prisma.raw(selectColumns('t', Prisma.TradeScalarFieldEnum))

/**
 * Returns a page of trades on a network, newest first. An owner's trades are those of orders that it owns or placed
 * on-chain. An index holds the former in this order, so a page costs only what it skips and returns.
 */
export async function listTrades(db: Transaction, page: TradePage): Promise<Trade[]> {
  const { chainId, filter, limit, offset, after } = page
  const rest = after
    ? Prisma.sql`AND (t.block_number, t.log_index) < (${after.blockNumber}, ${after.logIndex})`
    : Prisma.empty
  const first = Prisma.sql`${rest} ORDER BY t.block_number DESC, t.log_index DESC LIMIT ${limit + offset}`
  const trades =
    'orderUid' in filter
      ? Prisma.sql`(SELECT t.* FROM trades t WHERE t.order_uid = ${filter.orderUid} AND t.chain_id = ${chainId} ${first})`
      : Prisma.sql`
        (SELECT t.* FROM trades t WHERE t.chain_id = ${chainId} AND t.owner = ${filter.owner} ${first})
        UNION ALL
        (SELECT t.* FROM orders o JOIN trades t ON t.order_uid = o.uid AND t.chain_id = o.chain_id
          WHERE o.chain_id = ${chainId} AND o.onchain_sender = ${filter.owner}
            AND o.owner <> ${filter.owner} ${first})`
  const rows = await db.$queryRaw<TradeRow[]>`
    SELECT ${columns} FROM (${trades}) AS t
    ORDER BY t.block_number DESC, t.log_index DESC LIMIT ${limit} OFFSET ${offset}`
  return rows.map(toTrade)
}

/** Maps a row to a trade. */
export function toTrade(row: TradeRow): Trade {
  return {
    blockNumber: row.blockNumber,
    timestamp: Number(row.timestamp),
    logIndex: row.logIndex,
    txHash: row.txHash as Hex,
    orderUid: row.orderUid as Hex,
    owner: row.owner as Address,
    sellToken: row.sellToken as Address,
    buyToken: row.buyToken as Address,
    sellAmount: fromDecimal(row.sellAmount),
    buyAmount: fromDecimal(row.buyAmount),
    feeAmount: fromDecimal(row.feeAmount),
    executedFees: (row.executedFees ?? []) as unknown as readonly ExecutedFee[],
    networkFee: row.networkFee === null ? undefined : fromDecimal(row.networkFee),
  }
}

/** Returns which of these addresses traded on a network before a time (Unix seconds), as an owner or as a token. */
export async function listTraded(
  db: Transaction,
  query: {
    readonly chainId: number
    readonly addresses: readonly Address[]
    readonly before: number
  },
): Promise<ReadonlySet<Address>> {
  const { chainId, addresses, before } = query
  const has = (column: string) => Prisma.sql`EXISTS (
    SELECT 1 FROM trades t
    WHERE t.chain_id = ${chainId} AND t.${Prisma.raw(column)} = a.address AND t.timestamp < ${before}
  )`
  const rows = await db.$queryRaw<{ address: string }[]>`
    SELECT a.address FROM unnest(${[...addresses]}::text[]) AS a (address)
    WHERE ${has('owner')} OR ${has('sell_token')} OR ${has('buy_token')}`
  return new Set(rows.map(({ address }) => address as Address))
}
