import type { Address } from '@/lib/core/address'
import type { Transaction } from '@/lib/db/database'

/** A token's record in past settlements. */
export type TradedToken = {
  /** The first block in which it was traded. */
  readonly firstTradeBlock: bigint | undefined
  /** Its price in the newest settled auction with it, in native atoms per 1e18 atoms. */
  readonly nativePrice: bigint | undefined
}

type Row = { first_trade_block: bigint | null; price: string | null }

/** Returns a token's record on a network; prices are stored under `pricedAs`, the wrapped token for the native one. */
export async function findTradedToken(
  db: Transaction,
  { chainId, token, pricedAs }: { chainId: number; token: Address; pricedAs: Address },
): Promise<TradedToken> {
  const [row] = await db.$queryRaw<Row[]>`
    SELECT
      least(
        (SELECT min(block_number) FROM trades WHERE chain_id = ${chainId} AND sell_token = ${token}),
        (SELECT min(block_number) FROM trades WHERE chain_id = ${chainId} AND buy_token = ${token})
      ) AS first_trade_block,
      (
        SELECT p.price::text FROM auction_prices p JOIN auctions a ON a.id = p.auction_id
        WHERE p.token = ${pricedAs} AND a.chain_id = ${chainId}
        ORDER BY p.auction_id DESC LIMIT 1
      ) AS price`
  return {
    firstTradeBlock: row?.first_trade_block ?? undefined,
    nativePrice: row?.price ? BigInt(row.price) : undefined,
  }
}
