import { concat, pad } from 'viem'
import { findTip } from '@/lib/chain/block-store'
import { wordAt } from '@/lib/chain/reads/aggregate-reads'
import { readUntrusted } from '@/lib/chain/reads/untrusted-reads'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import { listPoolsAcross } from '@/lib/liquidity/pools/pool-store'
import { listPoolVolumes } from '@/lib/market/candles/candle-store'
import { marketDown, marketIndex } from '@/lib/market/indexing/market-role'
import type { DollarPrices, Reference } from '@/lib/market/prices/dollar-prices'
import { readDollarPrices } from '@/lib/market/prices/find-dollar-price'
import { holdsReserves, type PoolPrice } from '@/lib/market/prices/pool-price'
import { getTokenCatalog } from '@/lib/market/prices/token-catalog'

/** Maximum pools read to price the tokens of the measured pools. */
const maxPricing = 1_000

/** Maximum lag of the index in seconds for its volumes to be reported. */
const maxSecondsBehind = 900

/** Selector of `balanceOf(address)`. */
const balanceOf: Hex = '0x70a08231'

/** Measured pools at the newest block, whose time is `at` (Unix seconds). */
export type PoolsAt = { readonly pools: readonly MeasuredPool[]; readonly at: number }

/**
 * Measures pools by their holdings in the newest block and their volume of the last 24 hours. Pools without
 * holdings or with an unpriced token are left out.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC is down or its index is more than 15 minutes
 *   behind.
 */
export async function measurePools(
  ctx: Context,
  { chainId, pools }: { readonly chainId: number; readonly pools: readonly PairDescriptor[] },
): Promise<PoolsAt> {
  const { network } = ctx.chain(chainId)
  const tip = await findTip(ctx.db, marketIndex(chainId))
  if (!tip) throw marketDown(network, 'nothing is indexed yet')
  if (pools.length === 0) return { pools: [], at: tip.timestamp }
  const from = toUnixSeconds(ctx.now()) - daySeconds
  const known = await withPricing(ctx, { chainId, pools })
  const [prices, balances, volumes] = await Promise.all([
    readDollarPrices(ctx, { chainId, known }),
    readBalances(ctx, { chainId, pools }),
    listPoolVolumes(ctx.db, { chainId, pools: pools.map(({ address }) => address), from }),
  ])
  const { priceOf, at } = prices
  if (at - tip.timestamp > maxSecondsBehind) {
    throw marketDown(network, 'it is behind the chain')
  }
  const states = new Map(prices.pools.map((pool) => [pool.address, pool]))
  const measured = pools.flatMap((pool) => {
    const held = balances.get(pool.address) ?? reservesOf(states.get(pool.address))
    const traded = volumes.get(pool.address) ?? { volume0: 0, volume1: 0 }
    return measurePool({ pool, ...held, ...traded }, { priceOf, reference: network }) ?? []
  })
  return { pools: measured, at }
}

type MeasureQuery = Parameters<typeof measurePools>[1]

async function withPricing(
  ctx: Context,
  { chainId, pools }: MeasureQuery,
): Promise<readonly PairDescriptor[]> {
  const { baseTokens } = ctx.chain(chainId).network
  const tokens = [...new Set(pools.flatMap(({ token0, token1 }) => [token0, token1]))]
  const [{ basePools }, across] = await Promise.all([
    getTokenCatalog(ctx, chainId),
    listPoolsAcross(ctx.db, { chainId, tokens, others: baseTokens, limit: maxPricing }),
  ])
  const all = [...basePools, ...across, ...pools]
  return [...new Map(all.map((pool) => [pool.address, pool])).values()]
}

type Holdings = { readonly held0: number; readonly held1: number }

/** Reads the holdings of concentrated pools; the reserves of pairs are read with their prices. */
async function readBalances(
  ctx: Context,
  { chainId, pools }: MeasureQuery,
): Promise<ReadonlyMap<Address, Holdings>> {
  const concentrated = pools.filter(({ protocol }) => !holdsReserves[protocol])
  const reads = concentrated.flatMap(({ address, token0, token1 }) => {
    const callData = concat([balanceOf, pad(address)])
    return [token0, token1].map((target) => ({ target, callData }))
  })
  const answers = await readUntrusted(ctx, { chainId, reads })
  const amounts = answers.map((answer) => Number(wordAt(answer, 0) ?? 0n))
  return new Map(
    concentrated.map(({ address }, i) => {
      return [address, { held0: amounts[2 * i] ?? 0, held1: amounts[2 * i + 1] ?? 0 }]
    }),
  )
}

function reservesOf(pair: PoolPrice | undefined): Holdings {
  return { held0: pair?.depth0 ?? 0, held1: pair?.depth1 ?? 0 }
}

/** A pool with its holdings and daily volume per token, in atoms. */
export type PoolFacts = {
  readonly pool: PairDescriptor
  readonly held0: number
  readonly held1: number
  readonly volume0: number
  readonly volume1: number
}

/** A pool's value, volume and yield. */
export type MeasuredPool = {
  readonly pool: PairDescriptor
  readonly tvlUsd: number
  /** Volume of the last 24 hours in US dollars. */
  readonly volumeUsd: number
  /** Fees of the last 24 hours, annualised, in percent of {@link MeasuredPool.tvlUsd}. */
  readonly aprPercent: number
}

/**
 * Measures a pool. Returns undefined if it has no holdings or a token has no price.
 *
 * Any other token than a base token may report any balance or amount. Its holdings therefore count up to the
 * depth that prices it, and its volume only in pools without a base token.
 */
export function measurePool(
  { pool, held0, held1, volume0, volume1 }: PoolFacts,
  { priceOf, reference }: { readonly priceOf: DollarPrices; readonly reference: Reference },
): MeasuredPool | undefined {
  const { token0, token1, feePpm } = pool
  const isBase = (token: Address) => reference.baseTokens.includes(token)
  const [price0, price1] = [priceOf(token0), priceOf(token1)]
  if (!price0 || !price1) return undefined
  const unit = 10 ** reference.usdDecimals
  const worth = (token: Address, value: number, depth: number) =>
    (isBase(token) ? value : Math.min(value, depth)) / unit
  const tvlUsd =
    worth(token0, held0 * price0.usd, price0.depth) +
    worth(token1, held1 * price1.usd, price1.depth)
  if (!(tvlUsd > 0 && Number.isFinite(tvlUsd))) return undefined
  const traded = [
    { token: token0, usd: (volume0 * price0.usd) / unit },
    { token: token1, usd: (volume1 * price1.usd) / unit },
  ]
  const trusted = traded.filter(({ token }) => isBase(token))
  const sides = trusted.length > 0 ? trusted : traded
  const volumeUsd = Math.min(...sides.map(({ usd }) => usd))
  const fees = (volumeUsd * feePpm) / 1_000_000
  return { pool, tvlUsd, volumeUsd, aprPercent: (fees * 365 * 100) / tvlUsd }
}

/** Returns the TVL-weighted mean APR per protocol, in percent. */
export function averageAprs(
  pools: readonly MeasuredPool[],
): ReadonlyMap<PairDescriptor['protocol'], number> {
  const sums = new Map<PairDescriptor['protocol'], { tvlUsd: number; yieldUsd: number }>()
  for (const { pool, tvlUsd, aprPercent } of pools) {
    const sum = sums.get(pool.protocol) ?? { tvlUsd: 0, yieldUsd: 0 }
    const yieldUsd = sum.yieldUsd + (tvlUsd * aprPercent) / 100
    sums.set(pool.protocol, { tvlUsd: sum.tvlUsd + tvlUsd, yieldUsd })
  }
  const percents = [...sums].map(([protocol, { tvlUsd, yieldUsd }]) => {
    return [protocol, (100 * yieldUsd) / tvlUsd] as const
  })
  return new Map(percents)
}
