import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { toUnixSeconds } from '@/lib/core/time'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import { listPoolsBetween, listPoolsOf } from '@/lib/liquidity/pools/pool-store'
import { fetchBaseHoldings } from '@/lib/market/prices/fetch-base-holdings'
import { listPricePools } from '@/lib/market/prices/list-price-pools'
import { listPoolBars } from './pool-bar-store'
import { boundDepths, type PoolBars, trimSpikes } from './pool-bars'
import { type CandleRange, carriedSeconds } from './token-candles'

/** A base token's further pools whose volume counts. */
const maxFurtherPools = 100

/** Candles of pools from which those of a token are made. */
export type PoolBarsRead = {
  /** The pools that price it, whether they have candles or not. */
  readonly known: readonly PairDescriptor[]
  /** Candles without spikes, oldest first. */
  readonly pools: readonly PoolBars[]
}

/**
 * The candles of the pools from which those of `token` (in `quote`) are made; undefined when no pool has one
 * of the tokens. No pool counts for more than it holds now, so that one in which a little liquidity stood at a
 * single price does not outweigh the others.
 *
 * @throws {ServiceError} RateLimited when too many unknown tokens are asked for; InternalServerError when
 * the network's RPC does not answer.
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
  const [barsOf, heldBy] = await Promise.all([
    listPoolBars(ctx.db, {
      chainId,
      pools: known.map(({ address }) => address),
      seconds,
      from: Math.max(0, range.from - carriedSeconds(seconds)),
      to,
    }),
    fetchBaseHoldings(ctx, { chainId, key: tokens.join(), pools: known }),
  ])
  const now = toUnixSeconds(ctx.now())
  const pools = known.flatMap(({ address, token0, token1 }) => {
    const read = barsOf.get(address)
    if (!read) return []
    const bars = boundDepths(trimSpikes(read, { seconds, now }), heldBy.get(address))
    return [{ address, token0, token1, bars }]
  })
  return { known, pools }
}

type Pair = {
  readonly chainId: number
  readonly token: Address
  readonly quote?: Address | undefined
}

/** Pools that price nothing, but whose volume is the pair's or the base token's. */
async function listFurtherPools(
  ctx: Context,
  { chainId, token, quote }: Pair,
): Promise<readonly PairDescriptor[]> {
  const limit = maxFurtherPools
  if (quote) return listPoolsBetween(ctx.db, { chainId, tokens: [token, quote], limit })
  const { baseTokens } = ctx.chain(chainId).network
  return baseTokens.includes(token) ? listPoolsOf(ctx.db, { chainId, tokens: [token], limit }) : []
}
