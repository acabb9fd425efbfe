import type { Address } from '@/lib/core/address'
import { isVaultPool, type Pool, type VaultToken } from './pool'

/** What a pool holds of a token, as on a curve on which the price of two tokens is the ratio of these. */
type Side = { readonly token: Address; readonly reserve: number }

/** Pools to go on with, and those that hold next to nothing, whatever other pools there are. */
type Sifted = { readonly kept: readonly Pool[]; readonly dust: readonly Pool[] }

/** Native atoms that a side is worth at least in a pool that is kept: less never pays for the gas of a hop. */
const leastWorth = 1e15

/** Pools that a price is carried over at most, from the wrapped native token on. */
const mostSteps = 3

const scale = 1e18

/** Pools of the vault that are kept at most, the deepest: anyone makes one, of any tokens. */
const mostVaultPools = 60

/**
 * Leaves out pools of which no side is worth a thousandth of a native token, by the deepest pools that lead to the
 * wrapped native token, and pools of the vault of which there are sixty deeper ones: their balances cannot be
 * feigned. Others that no pool prices are kept.
 */
export function dropDust(pools: readonly Pool[], wrappedNative: Address): Sifted {
  const sides = new Map(pools.map((pool) => [pool, sidesOf(pool)]))
  const prices = pricesOf([...sides.values()], wrappedNative)
  const worthOf = (pool: Pool) =>
    (sides.get(pool) ?? []).reduce<number | undefined>((most, { token, reserve }) => {
      const price = prices.get(token)
      return price === undefined ? most : Math.max(most ?? 0, price * reserve)
    }, undefined)
  const worths = new Map(pools.map((pool) => [pool, worthOf(pool)]))
  const isWorthy = (pool: Pool) => (worths.get(pool) ?? leastWorth) >= leastWorth
  const deepest = pools
    .filter((pool) => isVaultPool(pool) && isWorthy(pool))
    .sort((a, b) => (worths.get(b) ?? 0) - (worths.get(a) ?? 0))
    .slice(0, mostVaultPools)
  const kept = new Set(deepest)
  return {
    kept: pools.filter((pool) => (isVaultPool(pool) ? kept.has(pool) : isWorthy(pool))),
    dust: pools.filter((pool) => !isWorthy(pool)),
  }
}

/** Native atoms for an atom of each token, by the pool that is worth most on the side that it comes from. */
function pricesOf(
  pools: readonly (readonly Side[])[],
  wrappedNative: Address,
): ReadonlyMap<Address, number> {
  let prices = new Map<Address, number>([[wrappedNative, 1]])
  for (let step = 0; step < mostSteps; step += 1) {
    const next = new Map(prices)
    const depths = new Map<Address, number>()
    for (const [from, to] of pools.flatMap(directions)) {
      const price = prices.get(from.token)
      const depth = (price ?? 0) * from.reserve
      if (price === undefined || prices.has(to.token)) continue
      if (depth <= (depths.get(to.token) ?? 0) || to.reserve <= 0) continue
      depths.set(to.token, depth)
      next.set(to.token, depth / to.reserve)
    }
    prices = next
  }
  return prices
}

function directions(sides: readonly Side[]): readonly (readonly [from: Side, to: Side])[] {
  return sides.flatMap((from) => sides.flatMap((to) => (from === to ? [] : [[from, to] as const])))
}

function sidesOf(pool: Pool): readonly Side[] {
  switch (pool.protocol) {
    case 'uniswap-v2':
      return [
        { token: pool.token0, reserve: Number(pool.reserve0) },
        { token: pool.token1, reserve: Number(pool.reserve1) },
      ]
    case 'uniswap-v3': {
      const root = Number(pool.sqrtPriceX96) / 2 ** 96
      // Liquidity that stands elsewhere may be reached; the most that there is anywhere counts.
      const liquidity = Number(mostLiquidity(pool))
      return [
        { token: pool.token0, reserve: liquidity / root },
        { token: pool.token1, reserve: liquidity * root },
      ]
    }
    case 'balancer-weighted':
      return pool.tokens.map(({ address, balance, weight }) => {
        return { token: address, reserve: (Number(balance) / Number(weight)) * scale }
      })
    case 'balancer-stable': {
      const mean = pool.tokens.reduce((sum, token) => sum + scaled(token), 0) / pool.tokens.length
      return pool.tokens.map(({ address, scaling }) => {
        return { token: address, reserve: (mean / Number(scaling)) * scale }
      })
    }
  }
}

function scaled({ balance, scaling }: VaultToken): number {
  return (Number(balance) * Number(scaling)) / scale
}

function mostLiquidity({ liquidity, ticks }: Extract<Pool, { protocol: 'uniswap-v3' }>): bigint {
  let [most, current] = [liquidity, 0n]
  for (const { liquidityNet } of ticks) {
    current += liquidityNet
    if (current > most) most = current
  }
  return most
}
