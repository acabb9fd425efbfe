import type { Address } from '@/lib/core/address'
import type { Network } from '@/lib/core/networks/network'
import { type ConcentratedPool, isVaultPool, type Pool } from './pool'

/** A token of a pool: its balance, and its virtual reserve, so that the ratio of two reserves is their price. */
type Side = { readonly token: Address; readonly held: number; readonly reserve: number }

/** The pools to use, and those that are illiquid regardless of other pools. */
type FilteredPools = { readonly kept: readonly Pool[]; readonly dust: readonly Pool[] }

/** Minimum value of a side of a pool that is kept, in native atoms: less never pays for the gas of a hop. */
const minValue = 1e15

/** Maximum pools over which a price is derived, from the wrapped native token on. */
const maxHops = 3

/** Maximum vault pools that are kept, the deepest: anyone can create one, of any tokens. */
const maxVaultPools = 60

/**
 * Drops pools without a side worth a thousandth of a native token, priced by the deepest pools that lead to the wrapped
 * native token, and vault pools beyond the sixty deepest. Keeps other pools that no pool prices.
 *
 * The depth of a pool is the value of its base tokens. Prices, rates and virtual liquidity can be forged, and with them
 * the value of an untrusted token; a forgery can keep dust in, but never displaces a deeper pool.
 */
export function filterIlliquid(
  pools: readonly Pool[],
  { wrappedNative, baseTokens }: Pick<Network, 'wrappedNative' | 'baseTokens'>,
): FilteredPools {
  const sides = new Map(pools.map((pool) => [pool, sidesOf(pool)]))
  const prices = pricesOf([...sides.values()], wrappedNative)
  const isBase = ({ token }: Side) => token === wrappedNative || baseTokens.includes(token)
  const valueIn = (of: readonly Side[]) =>
    of.reduce<number | undefined>((max, { token, held }) => {
      const price = prices.get(token)
      return price === undefined ? max : Math.max(max ?? 0, price * held)
    }, undefined)
  const depthOf = (pool: Pool) => valueIn((sides.get(pool) ?? []).filter(isBase)) ?? 0
  const isLiquid = (pool: Pool) => (valueIn(sides.get(pool) ?? []) ?? minValue) >= minValue
  const depths = new Map(pools.filter(isVaultPool).map((pool) => [pool, depthOf(pool)]))
  const deepest = [...depths.keys()]
    .filter(isLiquid)
    .sort((a, b) => (depths.get(b) ?? 0) - (depths.get(a) ?? 0))
    .slice(0, maxVaultPools)
  const kept = new Set<Pool>(deepest)
  return {
    kept: pools.filter((pool) => (isVaultPool(pool) ? kept.has(pool) : isLiquid(pool))),
    dust: pools.filter((pool) => !isLiquid(pool)),
  }
}

/** Returns native atoms per atom of each token, by the pool with the most value on the side that is already priced. */
function pricesOf(
  pools: readonly (readonly Side[])[],
  wrappedNative: Address,
): ReadonlyMap<Address, number> {
  let prices = new Map<Address, number>([[wrappedNative, 1]])
  for (let step = 0; step < maxHops; step += 1) {
    const next = new Map(prices)
    const depths = new Map<Address, number>()
    for (const [from, to] of pools.flatMap(directions)) {
      const price = prices.get(from.token)
      const depth = (price ?? 0) * from.held
      if (price === undefined || prices.has(to.token)) continue
      if (depth <= (depths.get(to.token) ?? 0) || to.reserve <= 0) continue
      depths.set(to.token, depth)
      next.set(to.token, (price * from.reserve) / to.reserve)
    }
    prices = next
  }
  return prices
}

function directions(sides: readonly Side[]): readonly (readonly [from: Side, to: Side])[] {
  return sides.flatMap((from) => sides.flatMap((to) => (from === to ? [] : [[from, to] as const])))
}

/** Returns the tokens of a pool and their balances. */
export function sidesOf(pool: Pool): readonly Side[] {
  switch (pool.protocol) {
    case 'uniswap-v2':
      return [
        sideOf(pool.token0, Number(pool.reserve0)),
        sideOf(pool.token1, Number(pool.reserve1)),
      ]
    case 'uniswap-v3': {
      const root = Number(pool.sqrtPriceX96) / 2 ** 96
      const { held0, held1 } = heldIn(pool)
      return [sideOf(pool.token0, held0, 1 / root), sideOf(pool.token1, held1, root)]
    }
    case 'balancer-weighted':
      return pool.tokens.map(({ address, balance, weight }) =>
        sideOf(address, Number(balance), Number(balance) / Number(weight)),
      )
    case 'balancer-stable':
      return pool.tokens.map(({ address, balance, scaling }) =>
        sideOf(address, Number(balance), 1 / Number(scaling)),
      )
  }
}

function sideOf(token: Address, held: number, reserve = held): Side {
  return { token, held, reserve }
}

/** The balances of a concentrated pool as far as its ticks are known: token0 above the price, token1 below it. */
function heldIn({ sqrtPriceX96, tick, liquidity, ticks }: ConcentratedPool) {
  const price = Number(sqrtPriceX96) / 2 ** 96
  const rootAt = (index: number) => 1.0001 ** (index / 2)
  let [held0, held1] = [0, 0]
  let [root, current] = [price, liquidity]
  for (const above of ticks.filter((one) => one.tick > tick)) {
    const next = Math.max(root, rootAt(above.tick))
    held0 += Number(current) * (1 / root - 1 / next)
    root = next
    current += above.liquidityNet
  }
  root = price
  current = liquidity
  for (const below of ticks.filter((one) => one.tick <= tick).reverse()) {
    const next = Math.min(root, rootAt(below.tick))
    held1 += Number(current) * (root - next)
    root = next
    current -= below.liquidityNet
  }
  return { held0, held1 }
}
