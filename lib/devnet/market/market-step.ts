import { decodeFunctionResult, encodeFunctionData } from 'viem'
import type { Hex } from '@/lib/core/bytes'
import { operator } from '@/lib/devnet/accounts'
import { listDevnetPools, listDevnetTokens } from '@/lib/devnet/embedded-networks'
import type { Rpc, UnlockedTransaction } from '@/lib/devnet/rpc'
import { marketMaker, marketMakerAbi } from './market-maker'
import { createPriceWalk, type SortedPool, sortPools, targetSqrtPrices } from './prices'
/** Default seed of the market: the same prices at every start. */
export const defaultSeed = 1

/**
 * Tolerated distance of a pool from its target, in parts per million of the square root of its price: next to nothing
 * for the first pool of each token; 0.06 % of the price for the others, which saves swaps.
 */
const anchorTolerancePpm = 1n
const tolerancePpm = 300n

/** Distance by which a small trade moves a pool, in the same unit. */
const nudgePpm = 200n

const sqrtPriceMask = (1n << 160n) - 1n

const gasLimit = 15_000_000

/** Returns the pools' target prices at a time, in the form of the market maker's `move`. */
export type Market = (seconds: number) => readonly bigint[]

/** Creates the market of an embedded network: a function from Unix seconds to the prices of its pools. */
export function createMarket(options: {
  readonly chainId: number
  /** The opening time of the market, Unix seconds. */
  readonly openedAt: number
  readonly seed?: number
}): Market {
  const { chainId, openedAt, seed = defaultSeed } = options
  const tokens = listDevnetTokens(chainId)
  const pools = sortPools(listDevnetPools(chainId), tokens)
  const walk = createPriceWalk(tokens, { seed, openedAt })
  const tolerances = tolerancesOf(pools)
  return (seconds) =>
    targetSqrtPrices(walk, pools, { seed, seconds }).map(
      (target, index) => target | ((tolerances[index] ?? 0n) << 160n),
    )
}

/** Returns the transaction that moves the pools to targets; a target of zero skips its pool. */
export function moveTransaction(targets: readonly bigint[]): UnlockedTransaction {
  const data = encodeFunctionData({ abi: marketMakerAbi, functionName: 'move', args: [targets] })
  return { from: operator, to: marketMaker, data, gas: gasLimit }
}

/**
 * Returns the targets with one pool nudged as by a small trade, too little for arbitrage to pay.
 *
 * `random` is a number in [0, 1) that selects the pool.
 */
export function nudgeOne(targets: readonly bigint[], random: number): readonly bigint[] {
  const chosen = Math.floor(random * targets.length)
  return targets.map((target, index) => {
    if (index !== chosen) return target
    const sqrtPrice = target & sqrtPriceMask
    const ppm = (random * 1e6) % 2 < 1 ? nudgePpm : -nudgePpm
    return sqrtPrice + (sqrtPrice * ppm) / 1_000_000n
  })
}

/** Returns the targets that pools have not reached yet, and zero for the others. */
export async function keepStale(rpc: Rpc, targets: readonly bigint[]): Promise<readonly bigint[]> {
  const call = { abi: marketMakerAbi, functionName: 'findStale' } as const
  const data = encodeFunctionData({ ...call, args: [targets] })
  const answer = (await rpc('eth_call', [{ to: marketMaker, data }, 'latest'])) as Hex
  const stale = decodeFunctionResult({ ...call, data: answer })
  return targets.map((target, index) => (stale[index] ? target : 0n))
}

function tolerancesOf(pools: readonly SortedPool[]): readonly bigint[] {
  const seen = new Set<string>()
  return pools.map(({ token0, token1 }) => {
    const isAnchor = !(seen.has(token0.symbol) && seen.has(token1.symbol))
    seen.add(token0.symbol).add(token1.symbol)
    return isAnchor ? anchorTolerancePpm : tolerancePpm
  })
}
