import type { Address } from '@/lib/core/address'
import { tokensLike } from '@/lib/core/assets'
import { getNetwork } from '@/lib/core/networks'
import { arrayLiteral } from '@/lib/db/array-literal'
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

/** A network, and from which Unix second on its trades are asked for. */
export type ChainSince = { readonly chainId: number; readonly since: number }

/** Which trades of accounts to list: those that undo one of these pairs, the oldest. */
export type LinkedQuery = {
  readonly accounts: readonly Address[]
  readonly chains: readonly ChainSince[]
  /** Those that are undone. */
  readonly pairs: readonly PairTrade[]
  readonly limit: number
}

/** The trades of accounts that undo pairs, in the order of time. */
export async function listLinkedTrades(
  db: Transaction,
  { accounts, chains, pairs, limit }: LinkedQuery,
): Promise<readonly StoredTrade[]> {
  const reverse = reverseOf(pairs)
  if (accounts.length === 0 || chains.length === 0 || reverse.length === 0) return []
  const account = Prisma.sql`k.account`
  const since = Prisma.sql`${Math.min(...chains.map((chain) => chain.since))}::bigint`
  const chainIds = chains.map(({ chainId }) => chainId)
  const rows = await db.$queryRaw<StoredRow[]>`
    SELECT k.account, ${storedColumns}
    FROM unnest(${arrayLiteral(accounts)}::text[]) AS k (account)
    CROSS JOIN LATERAL (${accountTrades({ account, since, chainIds })}) t
    JOIN unnest(${arrayLiteral(chainIds)}::int[],
      ${arrayLiteral(chains.map((chain) => chain.since))}::bigint[]) AS n (chain_id, since)
      ON n.chain_id = t.chain_id AND n.since <= t.timestamp
    JOIN unnest(${arrayLiteral(reverse.map(({ chainId }) => chainId))}::int[],
      ${arrayLiteral(reverse.map(({ sellToken }) => sellToken))}::text[],
      ${arrayLiteral(reverse.map(({ buyToken }) => buyToken))}::text[])
      AS p (chain_id, sell_token, buy_token)
      ON p.chain_id = t.chain_id AND p.sell_token = t.sell_token AND p.buy_token = t.buy_token
    ORDER BY t.timestamp, t.chain_id, t.block_number, t.log_index LIMIT ${limit}`
  return rows.map(toStoredTrade)
}

/** The trades by which other accounts paid one, in the order of time. */
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

/** The pairs of tokens that undo pairs of assets, each once. */
function reverseOf(pairs: readonly PairTrade[]): readonly PairTrade[] {
  const reverse = pairs.flatMap(({ chainId, sellToken, buyToken }) => {
    const network = getNetwork(chainId)
    const sold = tokensLike(network, sellToken)
    return tokensLike(network, buyToken).flatMap((sellToken) =>
      sold.map((buyToken) => ({ chainId, sellToken, buyToken })),
    )
  })
  const keyed = reverse.map((pair) => [Object.values(pair).join('/'), pair] as const)
  return [...new Map(keyed).values()]
}
