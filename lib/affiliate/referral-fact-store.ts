import { type Address, asErc20 } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { getNetwork } from '@/lib/core/networks'
import { arrayLiteral } from '@/lib/db/array-literal'
import type { Transaction } from '@/lib/db/database'
import type { PairTrade, TradeFacts } from './referral-trade'
import type { SettledTrade } from './reverse-trades'

/** A trade of an account as it is stored. */
export type AccountTrade = TradeFacts & {
  /** The owner of the order, or who placed it through a contract that owns it. */
  readonly account: Address
  /** Atoms, the fee included. */
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  /** Whether it has been judged before, perhaps without a value. */
  readonly isJudged: boolean
}

/** An account, and from when on its trades are asked for (Unix seconds). */
export type AccountSince = { readonly account: Address; readonly since: number }

/**
 * The trades of accounts on any of some networks, each with the code of its order and the value that it was given
 * before; of each account the oldest ones, `limit` at the most.
 */
export async function listTradesOf(
  db: Transaction,
  query: {
    readonly accounts: readonly AccountSince[]
    readonly chainIds: readonly number[]
    readonly limit: number
  },
): Promise<readonly AccountTrade[]> {
  const { accounts, limit } = query
  if (accounts.length === 0) return []
  const chainIds = arrayLiteral(query.chainIds)
  const rows = await db.$queryRaw<TradeRow[]>`
    SELECT k.account, t.chain_id AS "chainId", t.block_hash AS "blockHash",
      t.log_index AS "logIndex", t.block_number AS "blockNumber", t.timestamp::float8,
      t.tx_hash AS "txHash", t.sell_token AS "sellToken", t.buy_token AS "buyToken",
      t.sell_amount::text AS "sellAmount", t.buy_amount::text AS "buyAmount",
      t.code, true AS "isOurs", r.volume::text, r.reason IS NOT NULL AS "isJudged"
    FROM unnest(
      ${arrayLiteral(accounts.map(({ account }) => account))}::text[],
      ${arrayLiteral(accounts.map(({ since }) => since))}::bigint[]) AS k (account, since)
    CROSS JOIN LATERAL (
      SELECT own.*, o.referrer_code AS code FROM trades own LEFT JOIN orders o ON o.uid = own.known_uid
      WHERE own.owner = k.account AND own.timestamp >= k.since
        AND own.chain_id = ANY (${chainIds}::int[])
        AND (o.onchain_sender IS NULL OR o.onchain_sender = k.account)
      UNION ALL
      SELECT placed.*, o.referrer_code FROM orders o JOIN trades placed ON placed.known_uid = o.uid
      WHERE o.chain_id = ANY (${chainIds}::int[]) AND o.onchain_sender = k.account
        AND o.owner <> k.account AND placed.timestamp >= k.since
      ORDER BY timestamp LIMIT ${limit}
    ) t
    LEFT JOIN referral_trades r ON r.chain_id = t.chain_id
      AND r.block_hash = t.block_hash AND r.log_index = t.log_index
    ORDER BY k.account, t.timestamp, t.chain_id, t.block_number, t.log_index`
  return rows.map(toAccountTrade)
}

/** The trades of anybody in these transactions. */
export async function listTradesIn(
  db: Transaction,
  txHashes: readonly Hex[],
): Promise<readonly SettledTrade[]> {
  if (txHashes.length === 0) return []
  type Row = Omit<SettledTrade, 'volume'> & { readonly volume: string | null }
  const rows = await db.$queryRaw<Row[]>`
    SELECT t.chain_id AS "chainId", t.tx_hash AS "txHash", t.sell_token AS "sellToken",
      t.buy_token AS "buyToken", COALESCE(o.onchain_sender, t.owner) AS account, r.volume::text
    FROM trades t LEFT JOIN orders o ON o.uid = t.known_uid
    LEFT JOIN referral_trades r ON r.chain_id = t.chain_id
      AND r.block_hash = t.block_hash AND r.log_index = t.log_index
    WHERE t.tx_hash = ANY (${arrayLiteral(txHashes)}::text[])
    ORDER BY t.chain_id, t.block_hash, t.log_index`
  return rows.map((row) => {
    const volume = row.volume === null ? undefined : BigInt(row.volume)
    return { ...row, ...pairOf(row), volume }
  })
}

type TradeRow = Omit<AccountTrade, 'sellAmount' | 'buyAmount' | 'code' | 'volume'> & {
  readonly sellAmount: string
  readonly buyAmount: string
  readonly code: string | null
  readonly volume: string | null
}

function toAccountTrade(row: TradeRow): AccountTrade {
  return {
    ...row,
    ...pairOf(row),
    sellAmount: BigInt(row.sellAmount),
    buyAmount: BigInt(row.buyAmount),
    code: row.code ?? undefined,
    volume: row.volume === null ? undefined : BigInt(row.volume),
  }
}

/** The native token counts as the wrapped one. */
function pairOf({ chainId, sellToken, buyToken }: PairTrade): PairTrade {
  const network = getNetwork(chainId)
  return {
    chainId,
    sellToken: asErc20(sellToken, network),
    buyToken: asErc20(buyToken, network),
  }
}
