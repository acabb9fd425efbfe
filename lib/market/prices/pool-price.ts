import type { Address } from '@/lib/core/address'
import type { ConcentratedPool, PairPool } from '@/lib/liquidity/pool'

/** What a pool says at one moment. */
export type PoolPrice = {
  readonly address: Address
  readonly token0: Address
  readonly token1: Address
  /** Atoms of token 1 for an atom of token 0. */
  readonly price: number
  /** Atoms of each token at that price, as on a constant-product curve of the same depth. */
  readonly depth0: number
  readonly depth1: number
  /** Whether the price stood for longer than a moment. */
  readonly isProven: boolean
}

/** How far the price is pushed to measure the depth of a concentrated pool: two percent either way. */
const pushed = Math.sqrt(1.02)

const prices = new WeakMap<PairPool, PoolPrice>()

/** Price and depth of a pool whose state was read; the same object for the same pool. */
export function poolPriceOf(pool: PairPool): PoolPrice {
  const known = prices.get(pool)
  if (known) return known
  const price = { ...statePrice(pool), isProven: false }
  prices.set(pool, price)
  return price
}

function statePrice(pool: PairPool): Omit<PoolPrice, 'isProven'> {
  const { address, token0, token1 } = pool
  if (pool.protocol === 'uniswap-v2') {
    const [depth0, depth1] = [Number(pool.reserve0), Number(pool.reserve1)]
    return { address, token0, token1, price: depth1 / depth0, depth0, depth1 }
  }
  const root = Number(pool.sqrtPriceX96) / 2 ** 96
  const depth1 = concentratedDepth(pool, root)
  return { address, token0, token1, price: root ** 2, depth0: depth1 / root ** 2, depth1 }
}

/**
 * Atoms of token 1 in a constant-product pool that trades as much on the way to a price two percent off, the
 * easier way: liquidity that stands at the price alone counts for little.
 */
function concentratedDepth(pool: ConcentratedPool, root: number): number {
  const up = tradedUpTo(pool, { root, end: root * pushed }) / (pushed - 1)
  const down = tradedDownTo(pool, { root, end: root / pushed }) / (1 - 1 / pushed)
  return Math.min(up, down)
}

type Way = { readonly root: number; readonly end: number }

function tradedUpTo(pool: ConcentratedPool, { root, end }: Way): number {
  let [traded, from, liquidity] = [0, root, Number(pool.liquidity)]
  for (const { tick, liquidityNet } of pool.ticks) {
    if (tick <= pool.tick) continue
    const to = Math.min(end, rootAt(tick))
    traded += liquidity * Math.max(0, to - from)
    if (to === end) return traded
    liquidity += Number(liquidityNet)
    from = to
  }
  return traded + liquidity * Math.max(0, Math.min(end, rootAt(pool.highestTick)) - from)
}

function tradedDownTo(pool: ConcentratedPool, { root, end }: Way): number {
  let [traded, from, liquidity] = [0, root, Number(pool.liquidity)]
  for (const { tick, liquidityNet } of pool.ticks.toReversed()) {
    if (tick > pool.tick) continue
    const to = Math.max(end, rootAt(tick))
    traded += liquidity * Math.max(0, from - to)
    if (to === end) return traded
    liquidity -= Number(liquidityNet)
    from = to
  }
  return traded + liquidity * Math.max(0, from - Math.max(end, rootAt(pool.lowestTick)))
}

function rootAt(tick: number): number {
  return 1.0001 ** (tick / 2)
}
