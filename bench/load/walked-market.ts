import {
  createPriceWalk,
  type SortedPool,
  sortPools,
  targetSqrtPrices,
} from '@/lib/devnet/market/prices'
import { listDevnetPools } from '@/lib/devnet/pools'
import { type DevnetToken, listDevnetTokens } from '@/lib/devnet/tokens'
import type { ConstantProductPool } from '@/lib/liquidity/pool'

/** Returns the embedded mainnet's pools at a time of the walk, in Unix seconds; times must not decrease. */
export type WalkedMarket = (seconds: number) => readonly ConstantProductPool[]

/** Tokens with standard transfers. */
export const walkedTokens: readonly DevnetToken[] = listDevnetTokens(1).filter(
  ({ symbol }) => symbol !== 'LONE' && symbol !== 'FEE',
)

/**
 * Creates the embedded mainnet's market without a chain: its pools on its price walk, with concentrated pools as
 * constant products of the same value. Liquidity is constant, so that only prices move.
 */
export function walkMarket(options: {
  readonly seed: number
  readonly openedAt: number
}): WalkedMarket {
  const pools = sortPools(listDevnetPools(1), listDevnetTokens(1))
  const walk = createPriceWalk(listDevnetTokens(1), options)
  return (seconds) =>
    targetSqrtPrices(walk, pools, { ...options, seconds }).map((root, index) =>
      poolAt(pools[index] as SortedPool, { index, root }),
    )
}

function poolAt(
  { token0, token1, ...pool }: SortedPool,
  { index, root }: { readonly index: number; readonly root: bigint },
): ConstantProductPool {
  const half = pool.depthUsd / 2
  const opening = Math.sqrt(atomsWorth(token0, half)) * Math.sqrt(atomsWorth(token1, half))
  const liquidity = BigInt(Math.round(opening))
  return {
    protocol: 'uniswap-v2',
    address: `0x${String(index + 1).padStart(40, '0')}`,
    token0: token0.address,
    token1: token1.address,
    feePpm: pool.fee ?? 3_000,
    reserve0: (liquidity << 96n) / root,
    reserve1: (liquidity * root) >> 96n,
  }
}

function atomsWorth({ decimals, usd }: DevnetToken, dollars: number): number {
  return (dollars / usd) * 10 ** decimals
}
