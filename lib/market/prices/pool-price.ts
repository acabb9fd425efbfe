import type { Address } from '@/lib/core/address'
import type { ConcentratedPool, PairPool } from '@/lib/liquidity/pool'

/** A pool's price and depth at one time. */
export type PoolPrice = {
  readonly address: Address
  readonly token0: Address
  readonly token1: Address
  /** Atoms of token 1 per atom of token 0. */
  readonly price: number
  /** Atoms of each token in a constant-product pool of the same depth at that price. */
  readonly depth0: number
  readonly depth1: number
  /** Whether earlier candles confirm the price; see `smoothPrice`. */
  readonly isConfirmed: boolean
}

/** Whether pools of a kind hold what they trade with at any price, so that their depth equals their holdings. */
export const holdsReserves: Readonly<Record<PairPool['protocol'], boolean>> = {
  'uniswap-v2': true,
  'uniswap-v3': false,
}

/** Factor on the root price to measure the depth of a concentrated pool: 2 % of price either way. */
const rootStep = Math.sqrt(1.02)

const prices = new WeakMap<PairPool, PoolPrice>()

/** Returns the price and depth of a pool state; the same object for the same state. */
export function poolPriceOf(pool: PairPool): PoolPrice {
  const known = prices.get(pool)
  if (known) return known
  const price = { ...statePrice(pool), isConfirmed: false }
  prices.set(pool, price)
  return price
}

function statePrice(pool: PairPool): Omit<PoolPrice, 'isConfirmed'> {
  const { address, token0, token1 } = pool
  switch (pool.protocol) {
    case 'uniswap-v2': {
      const [depth0, depth1] = [Number(pool.reserve0), Number(pool.reserve1)]
      return { address, token0, token1, price: depth1 / depth0, depth0, depth1 }
    }
    case 'uniswap-v3': {
      const root = Number(pool.sqrtPriceX96) / 2 ** 96
      const depth1 = concentratedDepth(pool, root)
      return { address, token0, token1, price: root ** 2, depth0: depth1 / root ** 2, depth1 }
    }
  }
}

/**
 * Returns the reserve of token 1 in the constant-product pool that needs the same amount to move the price by
 * 2 %, in the cheaper direction. Liquidity concentrated at the price itself thus counts for little.
 */
function concentratedDepth(pool: ConcentratedPool, root: number): number {
  const up = tradedUpTo(pool, { root, end: root * rootStep }) / (rootStep - 1)
  const down = tradedDownTo(pool, { root, end: root / rootStep }) / (1 - 1 / rootStep)
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
