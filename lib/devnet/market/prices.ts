import type { DevnetPool, DevnetToken } from '@/lib/devnet/networks/embedded-network'
/** Length of one step of the price walk; prices are constant between steps. */
export const stepSeconds = 300

const stepsPerYear = (365 * 24 * 3600) / stepSeconds

/** Share of each volatile token's variance that is common to the whole market. */
const marketShare = 0.5

/** Maximum relative distance of a pool from the market price, too small for arbitrage to pay. */
const poolNoise = 0.0002

/** Maximum relative distance of a pegged token from one dollar. */
const pegNoise = 0.0002

/** The price walk: `usdAt` returns the price of a token at a time in Unix seconds. */
export type PriceWalk = {
  /** Times before the opening have the opening price; a time earlier than that of the previous call is an error. */
  readonly usdAt: (token: DevnetToken, seconds: number) => number
}

/**
 * Creates a geometric random walk of token prices from the opening on, deterministic per seed.
 *
 * Each step's change is a hash of seed, symbol and absolute step, so that networks agree on the price of a token and a
 * restart continues the walk.
 */
export function createPriceWalk(tokens: readonly DevnetToken[], options: WalkOptions): PriceWalk {
  const firstStep = Math.floor(options.openedAt / stepSeconds)
  const logs = new Map<string, { step: number; log: number }>()
  const leaders = new Map(tokens.map((token) => [token.symbol, token]))
  const usdAt = (token: DevnetToken, seconds: number): number => {
    const step = Math.max(firstStep, Math.floor(seconds / stepSeconds))
    const leader = token.follows ? leaders.get(token.follows) : undefined
    if (leader) return (usdAt(leader, seconds) * token.usd) / leader.usd
    const seed = hashText(`${options.seed}:${token.name}`)
    if (token.volatility === 0) return token.usd * (1 + pegNoise * signed(hash(seed, step)))
    const walked = logs.get(token.symbol) ?? { step: firstStep, log: 0 }
    for (; walked.step < step; walked.step += 1) {
      walked.log += change(seed, {
        step: walked.step + 1,
        volatility: token.volatility,
        ...options,
      })
    }
    logs.set(token.symbol, walked)
    return token.usd * Math.exp(walked.log)
  }
  return { usdAt }
}

type WalkOptions = {
  readonly seed: number
  /** The time at which prices equal the opening prices, Unix seconds. */
  readonly openedAt: number
}

/**
 * Returns the square-root prices (Q64.96) of the pools in a market at `seconds`, in their order.
 *
 * `pools` has the tokens of each pool sorted by address, as in the pool.
 */
export function targetSqrtPrices(
  walk: PriceWalk,
  pools: readonly SortedPool[],
  at: { readonly seed: number; readonly seconds: number },
): readonly bigint[] {
  const step = Math.floor(at.seconds / stepSeconds)
  return pools.map(({ token0, token1 }, index) => {
    const ratio = walk.usdAt(token0, at.seconds) / walk.usdAt(token1, at.seconds)
    const noise = 1 + poolNoise * signed(hash(hashText(`${at.seed}:pool:${index}`), step))
    return sqrtPriceX96(ratio * noise, token0.decimals - token1.decimals)
  })
}

/** A pool with its tokens in address order. */
export type SortedPool = DevnetPool & { readonly token0: DevnetToken; readonly token1: DevnetToken }

/** Looks up and sorts the tokens of pools. */
export function sortPools(
  pools: readonly DevnetPool[],
  tokens: readonly DevnetToken[],
): readonly SortedPool[] {
  const bySymbol = new Map(tokens.map((token) => [token.symbol, token]))
  return pools.map((pool) => {
    const [token0, token1] = [pool.a, pool.b]
      .flatMap((symbol) => bySymbol.get(symbol) ?? [])
      .sort((x, y) => (BigInt(x.address) < BigInt(y.address) ? -1 : 1))
    if (!token0 || !token1) throw new Error(`pool of ${pool.a} and ${pool.b} lacks a token`)
    return { ...pool, token0, token1 }
  })
}

/** Returns the Q64.96 square root of the price of one token 0 in token 1, given in whole tokens. */
export function sqrtPriceX96(price: number, decimals0Minus1: number): bigint {
  return BigInt(Math.floor(Math.sqrt(price * 10 ** -decimals0Minus1) * 2 ** 96))
}

function change(seed: number, at: { step: number; volatility: number; seed: number }): number {
  const shared = normal(hashText(`${at.seed}:market`), at.step)
  const own = normal(seed, at.step)
  const z = Math.sqrt(marketShare) * shared + Math.sqrt(1 - marketShare) * own
  return (at.volatility / Math.sqrt(stepsPerYear)) * z
}

function normal(seed: number, step: number): number {
  const u = hash(seed, step * 2) || 2 ** -33
  return Math.sqrt(-2 * Math.log(u)) * Math.cos(2 * Math.PI * hash(seed, step * 2 + 1))
}

function signed(unit: number): number {
  return unit * 2 - 1
}

/** Returns a pseudorandom number in [0, 1). */
function hash(seed: number, n: number): number {
  let h = seed ^ Math.imul(n, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32
}

/** Returns the FNV-1a hash of a text. */
function hashText(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return h
}
