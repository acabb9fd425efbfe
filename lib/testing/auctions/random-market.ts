import type { Address } from '@/lib/core/address'
import { sqrtRatioAtTick } from '@/lib/liquidity/math/tick-math'
import type { ConcentratedPool, ConstantProductPool, Pool, Tick } from '@/lib/liquidity/pool'
import { randomVaultPool } from '@/lib/testing/chain/random-vault-pool'

/** A random market; by default prices of its pools differ by less than their fees, so that no arbitrage exists. */
export type RandomMarket = {
  readonly tokens: readonly Address[]
  readonly pools: readonly Pool[]
  /** The value of one atom of each token, in a common unit. */
  readonly prices: readonly number[]
}

type MarketSize = {
  readonly seed: number
  readonly tokens: number
  readonly pools: number
  /** Fraction of concentrated pools; the others are constant-product pairs. */
  readonly concentrated?: number
  /** Fraction of vault pools, weighted or stable. */
  readonly vault?: number
  /** Fraction of all other tokens held by a vault pool beyond its first two; two more at most. */
  readonly furtherTokens?: number
  /** Exponents of ten that bound the depths. */
  readonly depths?: readonly [min: number, max: number]
  /** Exponents of ten by which the values of tokens with the same decimals vary. */
  readonly worths?: number
  /** Maximum relative price error of a pool; above the fees of 0.3 % pools leave arbitrage. */
  readonly noise?: number
}

/** Returns a deterministic source of numbers in [0, 1) (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Generates a market: tokens of 6, 8 and 18 decimals; every token trades against one of the first few, the base
 * tokens, and so do half of the other pools; by default depths span three powers of ten.
 */
export function randomMarket(size: MarketSize): RandomMarket {
  const random = seededRandom(size.seed)
  const tokens = Array.from({ length: size.tokens }, (_, i) => tokenAt(i + 1))
  const { worths = 2, noise: widest = 0.002, depths: [min, max] = [3, 6] } = size
  const prices = tokens.map(
    () => 10 ** (worths * (2 * random() - 1) - pick(random, [6, 8, 18, 18, 18])),
  )
  const hubs = Math.max(2, Math.round(Math.sqrt(size.tokens) / 2))
  const pools = Array.from({ length: size.pools }, (_, i) => {
    const a = i < size.tokens ? i : Math.floor(random() * size.tokens)
    const partners = i < size.tokens || random() < 0.5 ? hubs : size.tokens
    const drawn = Math.floor(random() * partners)
    const b = drawn === a ? (a + 1) % partners : drawn
    const [low, high] = a < b ? [a, b] : [b, a]
    const noise = 1 + widest * (2 * random() - 1)
    const place: Place = {
      address: tokenAt(0x1000000 + i),
      token0: tokens[low] as Address,
      token1: tokens[high] as Address,
      price: ((prices[low] as number) / (prices[high] as number)) * noise,
      depth0: 10 ** (min + (max - min) * random()) / (prices[low] as number),
    }
    const kind = random()
    if (kind < (size.concentrated ?? 0)) return concentratedAt(place, random)
    if (kind >= 1 - (size.vault ?? 0)) {
      const others = [...tokens.keys()].filter(
        (k) => k !== low && k !== high && random() < (size.furtherTokens ?? 0),
      )
      const members = [low, high, ...others.slice(0, 2)]
      return randomVaultPool(
        {
          address: place.address,
          tokens: members.map((k) => tokens[k] as Address),
          prices: members.map((k) => prices[k] as number),
          depth: place.depth0 * (prices[low] as number),
        },
        random,
      )
    }
    return productAt(place)
  })
  return { tokens, pools, prices }
}

function pick<T>(random: () => number, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)] as T
}

function tokenAt(n: number): Address {
  return `0x${n.toString(16).padStart(40, '0')}`
}

type Place = {
  readonly address: Address
  readonly token0: Address
  readonly token1: Address
  /** Atoms of token1 per atom of token0. */
  readonly price: number
  readonly depth0: number
}

function productAt({ address, token0, token1, price, depth0 }: Place): ConstantProductPool {
  return {
    protocol: 'uniswap-v2',
    address,
    token0,
    token1,
    feePpm: 3_000,
    reserve0: BigInt(Math.ceil(depth0)),
    reserve1: BigInt(Math.ceil(depth0 * price)),
  }
}

const tickSpacing = 60

/** Three nested positions around the price. */
function concentratedAt(place: Place, random: () => number): ConcentratedPool {
  const { address, token0, token1, price, depth0 } = place
  const tick = Math.floor(Math.log(price) / Math.log(1.0001))
  const base = Math.floor(tick / tickSpacing) * tickSpacing
  const whole = BigInt(Math.ceil(depth0 * Math.sqrt(price))) + 1n
  const net = new Map<number, bigint>()
  let liquidity = 0n
  for (const [i, reach] of [160, 40, 8].entries()) {
    const added = (whole * BigInt(1 + 2 * i) * BigInt(1 + Math.floor(8 * random()))) / 4n + 1n
    const lower = base - Math.ceil(reach * (0.3 + random())) * tickSpacing
    const upper = base + (1 + Math.ceil(reach * (0.3 + random()))) * tickSpacing
    net.set(lower, (net.get(lower) ?? 0n) + added)
    net.set(upper, (net.get(upper) ?? 0n) - added)
    liquidity += added
  }
  const ticks = [...net]
    .map(([at, liquidityNet]): Tick => ({ tick: at, liquidityNet }))
    .sort((a, b) => a.tick - b.tick)
  return {
    protocol: 'uniswap-v3',
    address,
    token0,
    token1,
    feePpm: 3_000,
    tickSpacing,
    sqrtPriceX96: (sqrtRatioAtTick(tick) * 200_001n) / 200_000n,
    tick,
    liquidity,
    ticks,
    lowestTick: base - 256 * tickSpacing,
    highestTick: base + 256 * tickSpacing,
  }
}
