import {
  createPriceWalk,
  type SortedPool,
  sortPools,
  targetSqrtPrices,
} from '@/lib/devnet/market/prices'
import { listDevnetPools } from '@/lib/devnet/pools'
import { type DevnetToken, listDevnetTokens } from '@/lib/devnet/tokens'
import type { ConstantProductPool } from '@/lib/liquidity/pool'

/** The pools of the embedded mainnet at a moment of the walk, in Unix seconds; moments must not go back. */
export type WalkedMarket = (seconds: number) => readonly ConstantProductPool[]

/** Tokens that are traded like any other. */
export const walkedTokens: readonly DevnetToken[] = listDevnetTokens(1).filter(
  ({ symbol }) => symbol !== 'LONE' && symbol !== 'FEE',
)

/**
 * The market of the embedded mainnet without a chain: its pools on its price walk, the concentrated ones as
 * constant products of the same money. Nobody comes or goes, so that prices are all that moves.
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
