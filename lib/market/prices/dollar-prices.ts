import type { Address } from '@/lib/core/address'
import { gather } from '@/lib/core/gather'
import type { Network } from '@/lib/core/networks'
import type { PoolPrice } from './pool-price'
import { weightedMedian } from './weighted-median'

/** What a token is worth, and how much liquidity says so; both in atoms of the dollar token. */
export type DollarPrice = {
  /** For one atom of the token. */
  readonly usd: number
  /** What the pools that were asked hold of both their tokens. */
  readonly depth: number
}

/** The prices of tokens at one moment; undefined for a token that no deep pool prices. */
export type DollarPrices = (token: Address) => DollarPrice | undefined

/** A network's dollar token and the tokens through which prices are found. */
export type Reference = Pick<Network, 'usdToken' | 'usdDecimals' | 'baseTokens'>

/**
 * Dollars that a pool must hold of both tokens together to be asked: a hundred dollars of trading moves the
 * price of one that holds less by more than four percent, so that any passer-by sets it.
 */
const minDepthUsd = 10_000

/**
 * Prices tokens in dollars by pools: the median over each token's pools with base tokens, weighted by their
 * depth, along paths of up to three pools that end at the dollar token.
 *
 * A pool whose path is anywhere thinner than 10,000 dollars is left out, and so is one that is not proven
 * while another of the token's pools is. The dollar token is worth one by definition.
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
  const passOver = (priceOf: DollarPrices) =>
    within(new Map(others.map((token) => [token, priceBy(token, priceOf)])))
  const ofBase = passOver(passOver(within(new Map())))
  const isBase = new Set([usdToken, ...baseTokens])
  return (token) => (isBase.has(token) ? ofBase(token) : priceBy(token, ofBase))
}

type Asked = {
  readonly token: Address
  /** Prices of the other tokens. */
  readonly priceOf: DollarPrices
  readonly reference: Reference
}

/** The median of what the pools of a token say, by their depth; the thin ones are left out. */
export function tokenPrice(pools: readonly PoolPrice[], asked: Asked): DollarPrice | undefined {
  return combine(pools.flatMap((pool) => candidateOf(pool, asked)))
}

type Candidate = DollarPrice & { readonly isProven: boolean }

function candidateOf(pool: PoolPrice, { token, priceOf, reference }: Asked): Candidate[] {
  const isFirst = pool.token0 === token
  const partner = priceOf(isFirst ? pool.token1 : pool.token0)
  if (!partner) return []
  const usd = (isFirst ? pool.price : 1 / pool.price) * partner.usd
  const partnerDepth = isFirst ? pool.depth1 : pool.depth0
  const depth = Math.min(2 * partnerDepth * partner.usd, partner.depth)
  const isDeep = depth >= minDepthUsd * 10 ** reference.usdDecimals
  if (!isDeep || !(usd > 0) || !Number.isFinite(usd)) return []
  return [{ usd, depth, isProven: pool.isProven }]
}

function combine(candidates: readonly Candidate[]): DollarPrice | undefined {
  const proven = candidates.filter(({ isProven }) => isProven)
  const asked = proven.length > 0 ? proven : candidates
  const usd = weightedMedian(asked.map(({ usd, depth }) => ({ value: usd, weight: depth })))
  if (usd === undefined) return undefined
  return { usd, depth: asked.reduce((sum, { depth }) => sum + depth, 0) }
}
