import { type Context, defineLoader } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { toUnixSeconds } from '@/lib/core/time'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import { findCandleTip, listPoolCloses } from '@/lib/market/candles/pool-close-store'
import { type DollarPrice, type DollarPrices, dollarPrices } from './dollar-prices'
import { fetchPoolPrices } from './fetch-pool-prices'
import { listPricePools } from './list-price-pools'
import type { PoolPrice } from './pool-price'
import { smoothingSeconds, smoothPrice } from './smooth-price'

/** A price at the block time `at` (Unix seconds). */
export type DollarPriceAt = DollarPrice & { readonly at: number }

/** Maximum lag of the index in blocks for its candles to count. */
const maxBlocksBehind = 5n

/** Maximum tokens whose pools are read in one batch. */
const tokensAtOnce = 8

/**
 * Finds a token's price in dollar atoms per token atom: {@link dollarPrices} of its pools in the newest block,
 * smoothed by the last ten minutes. Undefined if it has no deep pool.
 *
 * @throws {ServiceError} RateLimited on too many requests for unknown tokens; InternalServerError when the
 * network's RPC is down.
 */
export async function findDollarPrice(
  ctx: Context,
  { chainId, token }: { readonly chainId: number; readonly token: Address },
): Promise<DollarPriceAt | undefined> {
  const { usdToken } = ctx.chain(chainId).network
  const at = toUnixSeconds(ctx.now())
  if (token === usdToken) return { usd: 1, depth: Number.POSITIVE_INFINITY, at }
  if (!(await listPricePools(ctx, { chainId, token }))) return undefined
  return findTogether(ctx, token, chainId)
}

const findTogether = defineLoader<Address, DollarPriceAt, number>(
  'market/dollar-prices',
  (ctx, tokens, chainId) => loadPrices(ctx, { chainId, tokens }),
  { size: tokensAtOnce, concurrency: 4 },
)

type Tokens = { readonly chainId: number; readonly tokens: readonly Address[] }

async function loadPrices(
  ctx: Context,
  { chainId, tokens }: Tokens,
): Promise<ReadonlyMap<Address, DollarPriceAt>> {
  const lists = await Promise.all(tokens.map((token) => listPricePools(ctx, { chainId, token })))
  const pools = new Map(lists.flatMap((list) => list ?? []).map((pool) => [pool.address, pool]))
  const { priceOf, at } = await readDollarPrices(ctx, { chainId, known: [...pools.values()] })
  const priced = tokens.flatMap((token) => {
    const price = priceOf(token)
    return price ? [[token, { ...price, at }] as const] : []
  })
  return new Map(priced)
}

/** Token prices, and their pools in the newest block, whose time is `at` (Unix seconds). */
export type PricedPools = {
  readonly priceOf: DollarPrices
  readonly pools: readonly PoolPrice[]
  readonly at: number
}

/**
 * Reads pools and derives token prices from them; see {@link findDollarPrice}. `known` must include the pools
 * that price the base tokens.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC is down.
 */
export async function readDollarPrices(
  ctx: Context,
  { chainId, known }: { readonly chainId: number; readonly known: readonly PairDescriptor[] },
): Promise<PricedPools> {
  const chain = ctx.chain(chainId)
  const [{ pools, blockNumber, at }, closesOf, tip] = await Promise.all([
    fetchPoolPrices(chain, known),
    listPoolCloses(ctx.db, { chainId, pools: known.map(({ address }) => address) }),
    findCandleTip(ctx.db, chainId),
  ])
  // The candles of an index that lags hold outdated prices.
  const isFresh =
    tip !== undefined &&
    (blockNumber - tip.number <= maxBlocksBehind || at - tip.at <= smoothingSeconds)
  const smoothed = pools.map((pool) => {
    const closes = closesOf.get(pool.address)
    return isFresh && closes ? smoothPrice(pool, { closes, at }) : pool
  })
  return { priceOf: dollarPrices(smoothed, chain.network), pools, at }
}
