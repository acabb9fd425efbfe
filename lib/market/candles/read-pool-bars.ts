import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { toUnixSeconds } from '@/lib/core/time'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import { listPoolsBetween, listPoolsOf } from '@/lib/liquidity/pools/pool-store'
import { fetchBaseHoldings } from '@/lib/market/prices/fetch-base-holdings'
import { listPricePools } from '@/lib/market/prices/list-price-pools'
import { listPoolBars } from './candle-store'
import { boundDepths, type PoolBars, trimSpikes } from './pool-bars'
import { type CandleRange, carriedSeconds } from './token-candles'

/** Maximum of further pools of a base token or pair that count for the volume. */
const maxFurtherPools = 100

/** The pool bars that a token's candles are built from. */
export type PoolBarsRead = {
  /** The pools read, with or without bars. */
  readonly known: readonly PairDescriptor[]
  /** Bars without spikes, oldest first. */
  readonly pools: readonly PoolBars[]
}

/**
 * Reads the pool bars that the candles of `token` (in `quote`) are built from. Returns undefined if no pool has
 * one of the tokens. Bounds each pool's depth by its current holdings: a little liquidity concentrated at one
 * price must not outweigh the other pools.
 *
 * @throws {ServiceError} RateLimited on too many requests for unknown tokens; InternalServerError when the
 * network's RPC is down.
 */
export async function readPoolBars(
  ctx: Context,
  { chainId, ...range }: CandleRange & { readonly chainId: number },
): Promise<PoolBarsRead | undefined> {
  const { token, quote, seconds, to } = range
  const tokens = quote ? [token, quote] : [token]
  const lists = await Promise.all(
    tokens.map((each) => listPricePools(ctx, { chainId, token: each })),
  )
  const pricing = lists.flatMap((list) => list ?? [])
  if (lists.includes(undefined)) return undefined
  const further = await listFurtherPools(ctx, { chainId, token, quote })
  const byAddress = new Map([...pricing, ...further].map((pool) => [pool.address, pool]))
  const known = [...byAddress.values()]
  const span = { seconds, from: range.from, to }
  const pools = await readBarsOf(ctx, { chainId, key: tokens.join(), known, ...span })
  return { known, pools }
}

/** Selects the bars of some pools that start in [`from`, `to`) (Unix seconds), and those carried into it. */
export type BarsQuery = Pick<CandleRange, 'seconds' | 'from' | 'to'> & {
  readonly chainId: number
  readonly known: readonly PairDescriptor[]
  /** Cache key of the pools' holdings. */
  readonly key: string
}

/**
 * Reads the bars of pools, without spikes and with bounded depths; see {@link readPoolBars}. Pools without bars are left
 * out.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC is down.
 */
export async function readBarsOf(
  ctx: Context,
  { chainId, known, key, seconds, from, to }: BarsQuery,
): Promise<readonly PoolBars[]> {
  const [barsOf, heldBy] = await Promise.all([
    listPoolBars(ctx.db, {
      chainId,
      pools: known.map(({ address }) => address),
      seconds,
      from: Math.max(0, from - carriedSeconds(seconds)),
      to,
    }),
    fetchBaseHoldings(ctx, { chainId, key, pools: known }),
  ])
  const now = toUnixSeconds(ctx.now())
  return known.flatMap(({ address, token0, token1 }) => {
    const read = barsOf.get(address)
    if (!read) return []
    const bars = boundDepths(trimSpikes(read, { seconds, now }), heldBy.get(address))
    return [{ address, token0, token1, bars }]
  })
}

type Pair = {
  readonly chainId: number
  readonly token: Address
  readonly quote?: Address | undefined
}

/** Lists pools that count only for the volume of the pair or the base token. */
async function listFurtherPools(
  ctx: Context,
  { chainId, token, quote }: Pair,
): Promise<readonly PairDescriptor[]> {
  const limit = maxFurtherPools
  if (quote) return listPoolsBetween(ctx.db, { chainId, tokens: [token, quote], limit })
  const { baseTokens } = ctx.chain(chainId).network
  return baseTokens.includes(token) ? listPoolsOf(ctx.db, { chainId, tokens: [token], limit }) : []
}
