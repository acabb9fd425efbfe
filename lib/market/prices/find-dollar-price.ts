import { type Context, contextLoader } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { toUnixSeconds } from '@/lib/core/time'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import { findCandleTip, listPoolCloses } from '@/lib/market/candles/pool-close-store'
import { type DollarPrice, type DollarPrices, dollarPrices } from './dollar-prices'
import { fetchPoolPrices } from './fetch-pool-prices'
import { listPricePools } from './list-price-pools'
import type { PoolPrice } from './pool-price'
import { smoothPrice, steadySeconds } from './smooth-price'

/** A price from one block; `at` is its Unix seconds. */
export type DollarPriceAt = DollarPrice & { readonly at: number }

/** Blocks by which the index may be behind for its candles to count. */
const maxBlocksBehind = 5n

/** Tokens whose pools are read together at most. */
const tokensAtOnce = 8

/**
 * What an atom of a token is worth in atoms of the network's dollar token: by its pools' prices in the newest
 * block, held to those of the last ten minutes, as {@link dollarPrices} combines them. Undefined when no deep
 * pool prices it.
 *
 * @throws {ServiceError} RateLimited when too many unknown tokens are asked for; InternalServerError when
 * the network's RPC does not answer.
 */
export async function findDollarPrice(
  ctx: Context,
  { chainId, token }: { readonly chainId: number; readonly token: Address },
): Promise<DollarPriceAt | undefined> {
  const { usdToken } = ctx.chain(chainId).network
  const at = toUnixSeconds(ctx.now())
  if (token === usdToken) return { usd: 1, depth: Number.POSITIVE_INFINITY, at }
  if (!(await listPricePools(ctx, { chainId, token }))) return undefined
  const find = contextLoader<Address, DollarPriceAt>(ctx, `market/prices/${chainId}`, {
    load: (tokens) => loadPrices(ctx, { chainId, tokens }),
    size: tokensAtOnce,
    concurrency: 4,
  })
  return find(token)
}

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

/** Prices of tokens, and the pools that say so as they are in the newest block, `at` in Unix seconds. */
export type PricedPools = {
  readonly priceOf: DollarPrices
  readonly pools: readonly PoolPrice[]
  readonly at: number
}

/**
 * Reads pools and what they say of the prices of tokens, see {@link findDollarPrice}; `known` holds those
 * that price the base tokens too.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
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
  // Candles of an index that is far behind tell prices of long ago.
  const isFresh =
    tip !== undefined &&
    (blockNumber - tip.number <= maxBlocksBehind || at - tip.at <= steadySeconds)
  const steadied = pools.map((pool) => {
    const closes = closesOf.get(pool.address)
    return isFresh && closes ? smoothPrice(pool, { closes, at }) : pool
  })
  return { priceOf: dollarPrices(steadied, chain.network), pools, at }
}
