import type { Address } from '@/lib/core/address'
import { gather } from '@/lib/core/group-by'
import type { Network } from '@/lib/core/networks/network'
import type { PoolPrice } from './pool-price'
import { weightedMedian } from './weighted-median'

/** A token's price and the depth behind it, both in atoms of the dollar token. */
export type DollarPrice = {
  /** Price of one token atom. */
  readonly usd: number
  /** Value of both tokens in the pools that determine the price. */
  readonly depth: number
}

/** Token prices at one time; undefined for a token without a deep pool. */
export type DollarPrices = (token: Address) => DollarPrice | undefined

/** A network's dollar token and its base tokens, through which other tokens are priced. */
export type Reference = Pick<Network, 'usdToken' | 'usdDecimals' | 'baseTokens'>

/**
 * Minimum depth in dollars, both tokens together, for a pool to count. In a smaller pool, a trade of $100 moves
 * the price by more than 4 %, so that manipulation costs next to nothing.
 */
const minDepthUsd = 10_000

/**
 * Prices tokens in dollars: the depth-weighted median over each token's pools with base tokens, along paths of
 * up to three pools to the dollar token, whose price is 1 by definition.
 *
 * Leaves out a pool whose path has less than {@link minDepthUsd} at any pool, and unproven pools of a token with
 * a confirmed one.
 */
export function dollarPrices(pools: readonly PoolPrice[], reference: Reference): DollarPrices {
  const { usdToken, baseTokens } = reference
  const poolsOf = gather(
    pools.flatMap((pool) => [pool.token0, pool.token1].map((token) => [token, pool] as const)),
  )
  const dollar: DollarPrice = { usd: 1, depth: Number.POSITIVE_INFINITY }
  const priceBy = (token: Address, priceOf: DollarPrices) =>
    tokenPrice(poolsOf.get(token) ?? [], { token, priceOf, reference })
  const others = baseTokens.filter((token) => token !== usdToken)
  const within = (prices: ReadonlyMap<Address, DollarPrice | undefined>): DollarPrices => {
    return (token) => (token === usdToken ? dollar : prices.get(token))
  }
  const priceOnce = (priceOf: DollarPrices) =>
    within(new Map(others.map((token) => [token, priceBy(token, priceOf)])))
  const ofBase = priceOnce(priceOnce(within(new Map())))
  const isBase = new Set([usdToken, ...baseTokens])
  return (token) => (isBase.has(token) ? ofBase(token) : priceBy(token, ofBase))
}

type Query = {
  readonly token: Address
  /** Prices of the other tokens. */
  readonly priceOf: DollarPrices
  readonly reference: Reference
}

/** Returns the depth-weighted median price over a token's pools, without thin pools. */
export function tokenPrice(pools: readonly PoolPrice[], query: Query): DollarPrice | undefined {
  return combine(pools.flatMap((pool) => candidateOf(pool, query)))
}

type Candidate = DollarPrice & { readonly isConfirmed: boolean }

function candidateOf(pool: PoolPrice, { token, priceOf, reference }: Query): Candidate[] {
  const isFirst = pool.token0 === token
  const partner = priceOf(isFirst ? pool.token1 : pool.token0)
  if (!partner) return []
  const usd = (isFirst ? pool.price : 1 / pool.price) * partner.usd
  const partnerDepth = isFirst ? pool.depth1 : pool.depth0
  const depth = Math.min(2 * partnerDepth * partner.usd, partner.depth)
  const isDeep = depth >= minDepthUsd * 10 ** reference.usdDecimals
  if (!isDeep || !(usd > 0) || !Number.isFinite(usd)) return []
  return [{ usd, depth, isConfirmed: pool.isConfirmed }]
}

function combine(candidates: readonly Candidate[]): DollarPrice | undefined {
  const confirmed = candidates.filter(({ isConfirmed }) => isConfirmed)
  const counted = confirmed.length > 0 ? confirmed : candidates
  const usd = weightedMedian(counted.map(({ usd, depth }) => ({ value: usd, weight: depth })))
  if (usd === undefined) return undefined
  return { usd, depth: counted.reduce((sum, { depth }) => sum + depth, 0) }
}
