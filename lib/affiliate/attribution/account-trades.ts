import { arrayLiteral } from '@/lib/db/columns'
import { Prisma } from '@/prisma/generated/client'

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
