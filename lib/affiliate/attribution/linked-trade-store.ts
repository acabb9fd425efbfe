import type { Address } from '@/lib/core/address'
import { tokensOfAsset } from '@/lib/core/assets'
import { getNetwork } from '@/lib/core/networks'
import { arrayLiteral } from '@/lib/db/columns'
import type { Transaction } from '@/lib/db/database'
import { Prisma } from '@/prisma/generated/client'
import { accountTrades, payingTrades } from './account-trades'
import {
  type StoredRow,
  type StoredTrade,
  storedColumns,
  type TradesQuery,
  toStoredTrade,
} from './referral-fact-store'
import type { PairTrade } from './referral-trade'

/** A query for the oldest trades of accounts that reverse one of these pairs, from a time on. */
export type LinkedQuery = Omit<TradesQuery, 'trader'> & {
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
