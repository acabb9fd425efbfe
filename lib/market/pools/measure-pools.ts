import { findTip } from '@/lib/chain/block-store'
import { wordAt } from '@/lib/chain/reads/aggregate-reads'
import { readUntrusted, type UntrustedRead } from '@/lib/chain/reads/untrusted-reads'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import { listPoolsAcross } from '@/lib/liquidity/pools/pool-store'
import { marketDown, marketIndex } from '@/lib/market/indexing/market-role'
import { readDollarPrices } from '@/lib/market/prices/find-dollar-price'
import type { PoolPrice } from '@/lib/market/prices/pool-price'
import { getTokenCatalog } from '@/lib/market/prices/token-catalog'
import { type MeasuredPool, measurePool } from './measured-pool'
import { listPoolVolumes } from './pool-volume-store'

/** Maximum pools read to price the tokens of the measured pools. */
const maxPricing = 1_000

/** Maximum lag of the index in seconds for its volumes to be reported. */
const maxSecondsBehind = 900

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
  const concentrated = pools.filter(({ protocol }) => protocol === 'uniswap-v3')
  const reads = concentrated.flatMap(({ address: argument, token0, token1 }) =>
    [token0, token1].map((target): UntrustedRead => ({ target, selector: balanceOf, argument })),
  )
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
