import { setImmediate } from 'node:timers/promises'
import { unpackOutcome } from '@/lib/auctions/competition/outcome'
import { nativeValue } from '@/lib/auctions/model/auction'
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
  const rows = await db.$queryRaw<Row[]>`
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
    ), settled AS (
      SELECT g.surplus, s.auction_id,
        CASE g.token WHEN ${nativeToken} THEN ${wrappedNative} ELSE g.token END AS token
      FROM gains g
      CROSS JOIN LATERAL (
        SELECT auction_id FROM settlements
        WHERE tx_hash = g.tx_hash AND chain_id = ${chainId} AND log_index > g.log_index
        ORDER BY log_index LIMIT 1
      ) s
      WHERE g.surplus > 0
    )
    SELECT NULL::bytea AS outcome, NULL AS token,
      coalesce(sum(div(s.surplus * p.price, 1000000000000000000)), 0)::text AS surplus
    FROM settled s JOIN auctions a ON a.id = s.auction_id AND a.outcome IS NULL
    JOIN auction_prices p ON p.auction_id = s.auction_id AND p.token = s.token
    UNION ALL
    SELECT a.outcome, s.token, s.surplus::text
    FROM settled s JOIN auctions a ON a.id = s.auction_id AND a.outcome IS NOT NULL`
  let total = 0n
  for (const [index, row] of rows.entries()) {
    if (index % rowsPerYield === rowsPerYield - 1) await setImmediate()
    const surplus = BigInt(row.surplus)
    if (row.outcome === null) total += surplus
    else total += nativeValue(surplus, BigInt(unpackOutcome(row.outcome).prices[row.token] ?? 0))
  }
  return total
}

/** The sum of the fills in unpacked auctions, in native atoms; or one fill in a packed auction, in atoms of a token. */
type Row =
  | { readonly surplus: string; readonly outcome: null }
  | { readonly surplus: string; readonly token: Address; readonly outcome: Uint8Array }

/** Rows between yields to the event loop: about ten milliseconds. */
const rowsPerYield = 1_000
