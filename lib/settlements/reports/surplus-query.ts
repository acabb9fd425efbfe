import { type Address, nativeToken } from '@/lib/core/address'
import type { Transaction } from '@/lib/db/database'

type Account = {
  readonly chainId: number
  readonly account: Address
  /** The address that prices the native token. */
  readonly wrappedNative: Address
}

/**
 * Sums the surplus of an account's fills on a network over the limit prices, in native atoms at the prices of their
 * auctions. Includes orders that it owns and on-chain orders that it placed. The limit is rounded in the owner's
 * favour. Fills settled by others have no auction and count as zero.
 */
export async function sumSurplus(
  db: Transaction,
  { chainId, account, wrappedNative }: Account,
): Promise<bigint> {
  const [row] = await db.$queryRaw<{ total: string | null }[]>`
    WITH fills AS (
      SELECT t.tx_hash, t.log_index, t.sell_amount - t.fee_amount AS sold, t.buy_amount AS bought,
        o.kind, o.sell_amount AS limit_sell, o.buy_amount AS limit_buy,
        CASE o.kind WHEN 'sell' THEN o.buy_token ELSE o.sell_token END AS token
      FROM trades t JOIN orders o ON o.uid = t.order_uid AND o.chain_id = t.chain_id
      WHERE t.chain_id = ${chainId} AND t.owner = ${account}
      UNION ALL
      SELECT t.tx_hash, t.log_index, t.sell_amount - t.fee_amount, t.buy_amount,
        o.kind, o.sell_amount, o.buy_amount,
        CASE o.kind WHEN 'sell' THEN o.buy_token ELSE o.sell_token END
      FROM orders o JOIN trades t ON t.order_uid = o.uid AND t.chain_id = o.chain_id
      WHERE o.chain_id = ${chainId} AND o.onchain_sender = ${account} AND o.owner <> ${account}
    ), gains AS (
      SELECT tx_hash, log_index, token,
        CASE kind
          WHEN 'sell' THEN bought - div(sold * limit_buy + limit_sell - 1, limit_sell)
          ELSE div(bought * limit_sell, limit_buy) - sold
        END AS surplus
      FROM fills
    )
    SELECT sum(div(g.surplus * p.price, 1000000000000000000))::text AS total
    FROM gains g
    CROSS JOIN LATERAL (
      SELECT auction_id FROM settlements
      WHERE tx_hash = g.tx_hash AND chain_id = ${chainId} AND log_index > g.log_index
      ORDER BY log_index LIMIT 1
    ) s
    JOIN auction_prices p ON p.auction_id = s.auction_id
      AND p.token = CASE g.token WHEN ${nativeToken} THEN ${wrappedNative} ELSE g.token END
    WHERE g.surplus > 0`
  return BigInt(row?.total ?? 0)
}
