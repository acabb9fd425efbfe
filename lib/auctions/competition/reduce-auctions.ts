import { nativeToken } from '@/lib/core/address'
import { networks } from '@/lib/core/networks'
import { type Database, inTransaction, type Transaction } from '@/lib/db/database'

type Batch = {
  /** Auctions created before this time. */
  readonly before: Date
  /** Maximum number of auctions. */
  readonly limit: number
}

/**
 * Reduces old auctions to what they settled, and returns their number. Of an auction with a mined winner stay its mined
 * winners, their orders and the prices of the tokens they traded; input, losing solutions and other prices are deleted. An
 * auction without one is deleted. One with a pending transaction waits. Several processes may call it at once.
 */
export function reduceAuctions(db: Database, { before, limit }: Batch): Promise<number> {
  return inTransaction(db, async (tx) => {
    const rows = await tx.$queryRaw<{ id: bigint; settled: boolean }[]>`
      SELECT a.id, EXISTS (
        SELECT FROM solutions s JOIN settlement_transactions t ON t.id = s.transaction_id
        WHERE s.auction_id = a.id AND t.state = 'mined'
      ) AS settled
      FROM auctions a
      WHERE a.order_count IS NULL AND a.created_at < ${before} AND NOT EXISTS (
        SELECT FROM solutions s JOIN settlement_transactions t ON t.id = s.transaction_id
        WHERE s.auction_id = a.id AND t.state IN ('prepared', 'sent'))
      ORDER BY a.created_at LIMIT ${limit} FOR UPDATE OF a SKIP LOCKED`
    const idsOf = (settled: boolean) =>
      rows.flatMap((row) => (row.settled === settled ? [row.id] : []))
    await tx.auction.deleteMany({ where: { id: { in: idsOf(false) } } })
    await reduce(tx, idsOf(true))
    return rows.length
  })
}

const wrappedTokens = networks.map(({ wrappedNative }) => wrappedNative)

async function reduce(tx: Transaction, ids: readonly bigint[]): Promise<void> {
  const list = ids.map(String)
  await tx.$executeRaw`
    DELETE FROM solutions s WHERE auction_id = ANY(${list}::bigint[]) AND NOT EXISTS (
      SELECT FROM settlement_transactions t WHERE t.id = s.transaction_id AND t.state = 'mined')`
  // The native token is priced as the wrapped one.
  await tx.$executeRaw`
    DELETE FROM auction_prices p WHERE auction_id = ANY(${list}::bigint[]) AND NOT EXISTS (
      SELECT FROM solutions s WHERE s.auction_id = p.auction_id AND (
        jsonb_exists(s.clearing_prices, p.token)
        OR jsonb_exists(s.clearing_prices, ${nativeToken}) AND p.token = ANY(${wrappedTokens}::text[])))`
  await tx.$executeRaw`
    UPDATE auctions SET input = NULL, order_count = cardinality(order_uids), order_uids = '{}'
    WHERE id = ANY(${list}::bigint[])`
}
