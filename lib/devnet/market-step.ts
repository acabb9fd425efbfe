import { encodeFunctionData } from 'viem'
import { operator } from './accounts'
import { marketMaker, marketMakerAbi } from './market-maker'
import { listDevnetPools } from './pools'
import { createPriceWalk, type SortedPool, sortPools, targetSqrtPrices } from './prices'
import type { UnlockedTransaction } from './rpc'
import { listDevnetTokens } from './tokens'

/** Seed of the market when none is given: the same prices at every start. */
export const defaultSeed = 1

/**
 * How far a pool may stay off its target, in parts per million of the square root of its price: nothing to speak of
 * for the first pool of each token, 0.06 % of the price for the others, which saves most of the swaps.
 */
const anchorTolerancePpm = 25n
const tolerancePpm = 300n

const gasLimit = 15_000_000

/** Makes the market of an embedded network: a function from Unix seconds to the transaction that brings it there. */
export function createMarket(options: {
  readonly chainId: number
  /** When the market opened, Unix seconds. */
  readonly openedAt: number
  readonly seed?: number
}): (seconds: number) => UnlockedTransaction {
  const { chainId, openedAt, seed = defaultSeed } = options
  const tokens = listDevnetTokens(chainId)
  const pools = sortPools(listDevnetPools(chainId), tokens)
  const walk = createPriceWalk(tokens, { seed, openedAt })
  const tolerances = tolerancesOf(pools)
  return (seconds) => {
    const targets = targetSqrtPrices(walk, pools, { seed, seconds }).map(
      (target, index) => target | ((tolerances[index] ?? 0n) << 160n),
    )
    const data = encodeFunctionData({ abi: marketMakerAbi, functionName: 'move', args: [targets] })
    return { from: operator, to: marketMaker, data, gas: gasLimit }
  }
}

function tolerancesOf(pools: readonly SortedPool[]): readonly bigint[] {
  const seen = new Set<string>()
  return pools.map(({ token0, token1 }) => {
    const isAnchor = !(seen.has(token0.symbol) && seen.has(token1.symbol))
    seen.add(token0.symbol).add(token1.symbol)
    return isAnchor ? anchorTolerancePpm : tolerancePpm
  })
}
