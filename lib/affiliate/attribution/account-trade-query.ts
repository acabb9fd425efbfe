import { listPackedFills } from '@/lib/auctions/competition/published-competition-store'
import { type Address, asErc20 } from '@/lib/core/address'
import { tokensOfAsset } from '@/lib/core/assets'
import type { Hex } from '@/lib/core/bytes'
import { getNetwork } from '@/lib/core/networks'
import { arrayLiteral } from '@/lib/db/columns'
import type { Transaction } from '@/lib/db/database'
import { Prisma } from '@/prisma/generated/client'
import type { PairTrade, PlacedTrade, TradeFacts } from './referral-trade'

/** A stored trade of an account: amounts sold (fee included) and bought, in atoms. */
export type StoredTrade = PlacedTrade & {
  /** The owner of the order, or the account that placed it through a contract. */
  readonly account: Address
  readonly txHash: Hex
  readonly sellAmount: bigint
  readonly buyAmount: bigint
}

/** A stored trade of a trader, with its value if already known. */
export type AccountTrade = StoredTrade &
  TradeFacts & {
    /** Receiver of the order; undefined when it is the trader. */
    readonly receiver: Address | undefined
  }

/** A query for a trader's oldest trades since a time (Unix seconds), on some networks. */
export type TradesQuery = {
  readonly trader: Address
  readonly since: number
  readonly chainIds: readonly number[]
  readonly limit: number
}

/** Columns of a {@link StoredTrade} except the account, of a table `t`. */
export const storedColumns = Prisma.sql`t.chain_id AS "chainId", t.block_hash AS "blockHash",
  t.log_index AS "logIndex", t.block_number AS "blockNumber", t.timestamp::float8, t.tx_hash AS "txHash",
  t.sell_token AS "sellToken", t.buy_token AS "buyToken", t.sell_amount::text AS "sellAmount",
  t.buy_amount::text AS "buyAmount"`

/** A row of {@link storedColumns}. */
export type StoredRow = Omit<StoredTrade, 'sellAmount' | 'buyAmount'> & {
  readonly sellAmount: string
  readonly buyAmount: string
}

/** Parses the amounts and replaces the native token with the wrapped one. */
export function toStoredTrade<Row extends StoredRow>(row: Row) {
  const amounts = { sellAmount: BigInt(row.sellAmount), buyAmount: BigInt(row.buyAmount) }
  return { ...row, ...pairOf(row), ...amounts }
}

/**
 * Lists the trades of a trader with the codes of their orders. A trade is ours if its settlement transaction is one
 * that we signed for that order.
 */
export async function listTradesOf(
  db: Transaction,
  { trader, since, chainIds, limit }: TradesQuery,
): Promise<readonly AccountTrade[]> {
  type Row = StoredRow & {
    readonly orderUid: Hex
    readonly code: string | null
    readonly receiver: Address | null
    readonly isOurs: boolean
    readonly volume: string | null
    readonly undoes: string | null
  }
  const account = Prisma.sql`${trader}::text`
  const trades = accountTrades({ account, since: Prisma.sql`${since}::bigint`, chainIds })
  const rows = await db.$queryRaw<Row[]>`
    SELECT ${account} AS account, ${storedColumns}, t.order_uid AS "orderUid", t.code,
      NULLIF(t.receiver, ${account}) AS receiver, r.volume::text, COALESCE(r.undoes, r.volume)::text AS undoes,
      EXISTS (
        SELECT FROM settlement_transactions s
        WHERE s.tx_hash = t.tx_hash AND s.chain_id = t.chain_id AND t.order_uid = ANY (s.order_uids)
      ) AS "isOurs"
    FROM (
      SELECT * FROM (${trades}) a ORDER BY timestamp, chain_id, block_number, log_index LIMIT ${limit}
    ) t
    LEFT JOIN referral_trades r ON r.chain_id = t.chain_id
      AND r.block_hash = t.block_hash AND r.log_index = t.log_index
    ORDER BY t.timestamp, t.chain_id, t.block_number, t.log_index`
  const packed = await listPackedFills(
    db,
    rows.filter(({ isOurs }) => !isOurs),
  )
  return rows.map((fill) => {
    const { orderUid, ...row } = fill
    return {
      ...toStoredTrade(row),
      isOurs: row.isOurs || packed.has(fill),
      code: row.code ?? undefined,
      receiver: row.receiver ?? undefined,
      volume: row.volume === null ? undefined : BigInt(row.volume),
      undoes: row.undoes === null ? undefined : BigInt(row.undoes),
    }
  })
}

/** Lists all trades in these transactions. */
export async function listTradesIn(
  db: Transaction,
  txHashes: readonly Hex[],
): Promise<readonly StoredTrade[]> {
  if (txHashes.length === 0) return []
  const rows = await db.$queryRaw<StoredRow[]>`
    SELECT COALESCE(o.onchain_sender, t.owner) AS account, ${storedColumns}
    FROM trades t LEFT JOIN orders o ON o.uid = t.known_uid
    WHERE t.tx_hash = ANY (${arrayLiteral(txHashes)}::text[])
    ORDER BY t.chain_id, t.block_hash, t.log_index`
  return rows.map(toStoredTrade)
}

function pairOf({ chainId, sellToken, buyToken }: PairTrade): PairTrade {
  const network = getNetwork(chainId)
  return {
    chainId,
    sellToken: asErc20(sellToken, network),
    buyToken: asErc20(buyToken, network),
  }
}

/** Account and start time (Unix seconds), as columns or values, and the networks to search. */
type TradeScope = {
  readonly account: Prisma.Sql
  readonly since: Prisma.Sql
  readonly chainIds: readonly number[]
}

/**
 * Builds the SQL of an account's trades with order columns: trades of orders it owns, unless another account placed
 * them through it, and of orders it placed through a contract.
 */
export function accountTrades({ account, since, chainIds }: TradeScope): Prisma.Sql {
  const networks = Prisma.sql`ANY (${arrayLiteral(chainIds)}::int[])`
  return Prisma.sql`
    SELECT t.*, o.referrer_code AS code, o.receiver
    FROM trades t LEFT JOIN orders o ON o.uid = t.known_uid
    WHERE t.owner = ${account} AND t.timestamp >= ${since} AND t.chain_id = ${networks}
      AND (o.onchain_sender IS NULL OR o.onchain_sender = ${account})
    UNION ALL
    SELECT t.*, o.referrer_code, o.receiver FROM orders o JOIN trades t ON t.known_uid = o.uid
    WHERE o.chain_id = ${networks} AND o.onchain_sender = ${account}
      AND o.owner <> ${account} AND t.timestamp >= ${since}`
}

/**
 * Builds the SQL of trades whose orders paid their proceeds to an account that did not place them, with the placing
 * account as `payer`.
 */
export function payingTrades({ account, since, chainIds }: TradeScope): Prisma.Sql {
  return Prisma.sql`
    SELECT t.*, COALESCE(o.onchain_sender, o.owner) AS payer
    FROM orders o JOIN trades t ON t.known_uid = o.uid
    WHERE o.receiver = ${account} AND o.receiver <> o.owner
      AND o.onchain_sender IS DISTINCT FROM ${account} AND t.timestamp >= ${since}
      AND t.chain_id = ANY (${arrayLiteral(chainIds)}::int[])`
}

/** A query for the oldest trades of accounts that reverse one of these pairs, from a time on. */
type LinkedQuery = Omit<TradesQuery, 'trader'> & {
  readonly accounts: readonly Address[]
  /** The pairs to reverse. */
  readonly pairs: readonly PairTrade[]
}

/** Lists the trades of accounts that reverse pairs, oldest first. */
export async function listLinkedTrades(
  db: Transaction,
  { accounts, pairs, chainIds, limit, ...query }: LinkedQuery,
): Promise<readonly StoredTrade[]> {
  const reverse = reverseOf(pairs)
  if (accounts.length === 0 || reverse.length === 0) return []
  const account = Prisma.sql`k.account`
  const since = Prisma.sql`${query.since}::bigint`
  const rows = await db.$queryRaw<StoredRow[]>`
    SELECT k.account, ${storedColumns}
    FROM unnest(${arrayLiteral(accounts)}::text[]) AS k (account)
    CROSS JOIN LATERAL (${accountTrades({ account, since, chainIds })}) t
    JOIN unnest(${arrayLiteral(reverse.map(({ chainId }) => chainId))}::int[],
      ${arrayLiteral(reverse.map(({ sellToken }) => sellToken))}::text[],
      ${arrayLiteral(reverse.map(({ buyToken }) => buyToken))}::text[])
      AS p (chain_id, sell_token, buy_token)
      ON p.chain_id = t.chain_id AND p.sell_token = t.sell_token AND p.buy_token = t.buy_token
    ORDER BY t.timestamp, t.chain_id, t.block_number, t.log_index LIMIT ${limit}`
  return rows.map(toStoredTrade)
}

/** Lists the trades by which other accounts paid one, oldest first. */
export async function listPayingTrades(
  db: Transaction,
  query: TradesQuery,
): Promise<readonly StoredTrade[]> {
  const { trader, chainIds, limit } = query
  const account = Prisma.sql`${trader}::text`
  const since = Prisma.sql`${query.since}::bigint`
  const rows = await db.$queryRaw<StoredRow[]>`
    SELECT t.payer AS account, ${storedColumns}
    FROM (${payingTrades({ account, since, chainIds })}) t
    ORDER BY t.timestamp, t.chain_id, t.block_number, t.log_index LIMIT ${limit}`
  return rows.map(toStoredTrade)
}

/** Returns the token pairs that reverse pairs of assets, without duplicates. */
function reverseOf(pairs: readonly PairTrade[]): readonly PairTrade[] {
  const reverse = pairs.flatMap(({ chainId, sellToken, buyToken }) => {
    const network = getNetwork(chainId)
    const sold = tokensOfAsset(network, sellToken)
    return tokensOfAsset(network, buyToken).flatMap((sellToken) =>
      sold.map((buyToken) => ({ chainId, sellToken, buyToken })),
    )
  })
  const keyed = reverse.map((pair) => [Object.values(pair).join('/'), pair] as const)
  return [...new Map(keyed).values()]
}

/** Returns the block of a network's first trade. */
export async function findFirstTradeBlock(
  db: Transaction,
  chainId: number,
): Promise<bigint | undefined> {
  const { _min } = await db.trade.aggregate({ where: { chainId }, _min: { blockNumber: true } })
  return _min.blockNumber ?? undefined
}
