import { type Auction, type AuctionOrder, tradedPair } from '@/lib/auctions/model/auction'
import { depthsOf } from '@/lib/auctions/model/capped-value'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { type Pool, tokensOf } from '@/lib/liquidity/pool'
import { isDeeplyPriced, nativePrice } from '@/lib/market/prices/native-price'
import { trustedTokens } from '@/lib/routing/graph/intermediate-tokens'

type Wanted = {
  readonly chainId: number
  readonly orders: readonly AuctionOrder[]
  readonly pools: readonly Pool[]
}

/**
 * Prices the orders' tokens by pools, and determines the untrusted ones: neither base tokens nor listed tokens with
 * deep pools. Omits orders with an unpriced token.
 */
export async function priceOrders(
  ctx: Context,
  { chainId, orders, pools }: Wanted,
): Promise<Pick<Auction, 'orders' | 'prices' | 'depths'>> {
  const { network } = ctx.chain(chainId)
  const { wrappedNative, baseTokens } = network
  const traded = ({ order }: AuctionOrder) => Object.values(tradedPair(order, wrappedNative))
  const known = new Map<Address, bigint | undefined>()
  // Made-up tokens have no pools, and there may be many.
  const priced = new Set([...baseTokens, wrappedNative, ...pools.flatMap(tokensOf)])
  const priceOf = (token: Address) => {
    if (!priced.has(token)) return undefined
    if (!known.has(token)) known.set(token, nativePrice(pools, network, token))
    return known.get(token)
  }
  const tokens = [...new Set(orders.flatMap(traded))].filter((token) => priceOf(token))
  const base = new Set([...baseTokens, wrappedNative])
  const verified = await trustedTokens(ctx, chainId)
  const isTrusted = (token: Address) =>
    base.has(token) || (verified.has(token) && isDeeplyPriced(pools, network, token))
  const trusted = new Set(tokens.filter(isTrusted))
  const untrusted = tokens.filter((token) => !trusted.has(token))
  if (untrusted.length > 0) {
    for (const token of base) if (isInPools(pools, token) && priceOf(token)) trusted.add(token)
  }
  const prices = pricesOf(known, [...trusted, ...untrusted])
  return {
    orders: orders.filter((entry) => traded(entry).every((token) => prices.has(token))),
    // Settlements of untrusted tokens earn in the native token.
    prices: pricesOf(known, untrusted.length > 0 ? [...tokens, wrappedNative] : tokens),
    depths: depthsOf(untrusted, { pools, prices, trusted }),
  }
}

function isInPools(pools: readonly Pool[], token: Address): boolean {
  return pools.some((pool) => tokensOf(pool).includes(token))
}

function pricesOf(
  known: ReadonlyMap<Address, bigint | undefined>,
  tokens: readonly Address[],
): ReadonlyMap<Address, bigint> {
  return new Map(
    tokens.flatMap((token) => {
      const price = known.get(token)
      return price ? [[token, price] as const] : []
    }),
  )
}
