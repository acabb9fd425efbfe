import type { Address } from '@/lib/core/address'
import { type Database, queryPrepared } from '@/lib/db/database'
import { toRecord } from '@/lib/orders/order-columns'
import { maxFailedSettlements, type OrderRecord } from '@/lib/orders/order-record'

/** The token pair whose sell orders to list. */
export type OpenSales = {
  readonly chainId: number
  readonly sellToken: Address
  readonly buyToken: Address
  readonly nowSeconds: number
  readonly limit: number
}

const statement = {
  name: 'open-sales',
  text: `SELECT uid FROM orders o
    WHERE chain_id = $1 AND sell_token = $2 AND buy_token = $3 AND status = 'open' AND kind = 'sell'
      AND signed AND placement_error IS NULL AND failed_settlements < $4 AND fee_amount = 0
      AND true_valid_to > $5 AND (valid_from IS NULL OR valid_from <= $5)
      AND sell_token_balance = 'erc20' AND buy_token_balance = 'erc20' AND signing_scheme <> 'eip1271'
      AND NOT EXISTS (SELECT 1 FROM banned_accounts b WHERE b.address IN (o.owner, o.receiver, o.onchain_sender))
      AND NOT EXISTS (SELECT 1 FROM settlement_transactions t WHERE t.chain_id = $1
        AND t.state IN ('prepared', 'sent') AND o.uid = ANY (t.order_uids))
    ORDER BY buy_amount / sell_amount, uid
    LIMIT $6`,
} as const

/**
 * Lists open sell orders of one token for another, lowest limit price first. Includes only fee-free ERC-20 orders
 * without ERC-1271 signatures, of accounts that are not banned, and not in a settlement in flight.
 */
export async function listOpenSales(
  db: Database,
  { chainId, sellToken, buyToken, nowSeconds, limit }: OpenSales,
): Promise<readonly OrderRecord[]> {
  const values = [chainId, sellToken, buyToken, maxFailedSettlements, nowSeconds, limit]
  const found = await queryPrepared<{ uid: string }>(db, { ...statement, values })
  if (found.length === 0) return []
  const uids = found.map(({ uid }) => uid)
  const rows = await db.order.findMany({ where: { uid: { in: uids } } })
  const records = new Map(rows.map((row) => [row.uid, toRecord(row)]))
  return uids.flatMap((uid) => records.get(uid) ?? [])
}
