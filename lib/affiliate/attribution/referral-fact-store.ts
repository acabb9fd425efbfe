import { type Address, asErc20 } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { getNetwork } from '@/lib/core/networks'
import { arrayLiteral } from '@/lib/db/array-literal'
import type { Transaction } from '@/lib/db/database'
import { Prisma } from '@/prisma/generated/client'
import { accountTrades } from './account-trades'
import type { PairTrade, PlacedTrade, TradeFacts } from './referral-trade'

/** A trade of an account as it is stored: what it gave, fee included, and got, in atoms. */
export type StoredTrade = PlacedTrade & {
  /** The owner of the order, or who placed it through a contract that owns it. */
  readonly account: Address
  readonly txHash: Hex
  readonly sellAmount: bigint
  readonly buyAmount: bigint
}

/** A trade of a trader as it is stored, with the value that it was given before. */
export type AccountTrade = StoredTrade &
  TradeFacts & {
    /** Whom the order paid; undefined where it was the trader. */
    readonly receiver: Address | undefined
  }

/** Which trades of a trader to list: from a moment on (Unix seconds), on some networks, the oldest. */
export type TradesQuery = {
  readonly trader: Address
  readonly since: number
  readonly chainIds: readonly number[]
  readonly limit: number
}

/** The columns of a {@link StoredTrade} but for the account, of a table `t`. */
export const storedColumns = Prisma.sql`t.chain_id AS "chainId", t.block_hash AS "blockHash",
  t.log_index AS "logIndex", t.block_number AS "blockNumber", t.timestamp::float8, t.tx_hash AS "txHash",
  t.sell_token AS "sellToken", t.buy_token AS "buyToken", t.sell_amount::text AS "sellAmount",
  t.buy_amount::text AS "buyAmount"`

/** A row of {@link storedColumns}. */
export type StoredRow = Omit<StoredTrade, 'sellAmount' | 'buyAmount'> & {
  readonly sellAmount: string
  readonly buyAmount: string
}

/** Reads amounts; the native token counts as the wrapped one. */
export function toStoredTrade<Row extends StoredRow>(row: Row) {
  const amounts = { sellAmount: BigInt(row.sellAmount), buyAmount: BigInt(row.buyAmount) }
  return { ...row, ...pairOf(row), ...amounts }
}

/**
 * The trades of a trader, with the codes of their orders. A trade is ours where the transaction that settled it is
 * one that we signed for that order.
 */
export async function listTradesOf(
  db: Transaction,
  { trader, since, chainIds, limit }: TradesQuery,
): Promise<readonly AccountTrade[]> {
  type Row = StoredRow & {
    readonly code: string | null
    readonly receiver: Address | null
    readonly isOurs: boolean
    readonly volume: string | null
    readonly undoes: string | null
  }
  const account = Prisma.sql`${trader}::text`
  const trades = accountTrades({ account, since: Prisma.sql`${since}::bigint`, chainIds })
  const rows = await db.$queryRaw<Row[]>`
    SELECT ${account} AS account, ${storedColumns}, t.code, NULLIF(t.receiver, ${account}) AS receiver,
      r.volume::text, COALESCE(r.undoes, r.volume)::text AS undoes, EXISTS (
        SELECT FROM settlement_transactions s
        WHERE s.tx_hash = t.tx_hash AND s.chain_id = t.chain_id AND t.order_uid = ANY (s.order_uids)
      ) AS "isOurs"
    FROM (
      SELECT * FROM (${trades}) a ORDER BY timestamp, chain_id, block_number, log_index LIMIT ${limit}
    ) t
    LEFT JOIN referral_trades r ON r.chain_id = t.chain_id
      AND r.block_hash = t.block_hash AND r.log_index = t.log_index
    ORDER BY t.timestamp, t.chain_id, t.block_number, t.log_index`
  return rows.map((row) => ({
    ...toStoredTrade(row),
    code: row.code ?? undefined,
    receiver: row.receiver ?? undefined,
    volume: row.volume === null ? undefined : BigInt(row.volume),
    undoes: row.undoes === null ? undefined : BigInt(row.undoes),
  }))
}

/** The trades of anybody in these transactions. */
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

/** Whether an order of a trader that named a code was settled by us on one of some networks before a Unix second. */
export async function hasCodedTrade(
  db: Transaction,
  { trader, before, chainIds }: Pick<TradesQuery, 'trader' | 'chainIds'> & { before: number },
): Promise<boolean> {
  if (before === 0) return false
  const [row] = await db.$queryRaw<{ isCoded: boolean }[]>`
    SELECT EXISTS (
      SELECT FROM referral_trades
      WHERE trader = ${trader} AND timestamp < ${before} AND code IS NOT NULL
        AND chain_id = ANY (${arrayLiteral(chainIds)}::int[]) AND reason <> 'not_ours'
    ) AS "isCoded"`
  return row?.isCoded ?? false
}

function pairOf({ chainId, sellToken, buyToken }: PairTrade): PairTrade {
  const network = getNetwork(chainId)
  return {
    chainId,
    sellToken: asErc20(sellToken, network),
    buyToken: asErc20(buyToken, network),
  }
}
