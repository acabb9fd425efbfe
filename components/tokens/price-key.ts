import type { TokenOf } from '@/lib/client/market'

/** The key of a token's price in the cache of queries, which the server fills and the browser refreshes. */
export const priceKey = (of: TokenOf) => ['price', of.network, of.token] as const
