import type { Address } from '@/lib/core/address'
import { listDevnetPools, listDevnetTokens } from '@/lib/devnet/embedded-networks'
import {
  createPriceWalk,
  type SortedPool,
  sortPools,
  targetSqrtPrices,
} from '@/lib/devnet/market/prices'
import type { DevnetToken } from '@/lib/devnet/networks/embedded-network'
import type { ConstantProductPool } from '@/lib/liquidity/pool'
import type { Hop } from '@/lib/liquidity/swap-pool'
import { findRoute } from '@/lib/routing/find-route'
import type { RouteRequest } from '@/lib/routing/route'
import { seededRandom } from '@/lib/testing/auctions/random-market'

/** Returns the embedded mainnet's pools at a time of the walk, in Unix seconds; times must not decrease. */
type WalkedMarket = (seconds: number) => readonly ConstantProductPool[]

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

/** Trades per day, and the share of them sent to one pool regardless of the others' prices. */
const tradesOfDay = 2_000
const directPart = 0.5

/** Maximum share of its pool that a direct trade takes. */
const maxOfPool = 0.003

/** Orders of magnitude of a trade in dollars. */
const [minDigits, maxDigits] = [1, 4.5]

type TradedDay = { readonly seed: number; readonly gasDollars: number }

/** The pools of the embedded mainnet after a day of trading, with a source of trades by size in dollars. */
export type TradedMarket = {
  readonly pools: readonly ConstantProductPool[]
  readonly draw: (kind: 'sell' | 'buy', dollars: number) => RouteRequest
}

/**
 * Trades for a day on the embedded mainnet's pools: the router executes most trades, the others go to one random pool.
 * The arbitrage between the pools stays untaken. `gasDollars` is the gas cost of a pair.
 */
export function tradeForADay({ seed, gasDollars }: TradedDay): TradedMarket {
  const pools = [...walkMarket({ seed, openedAt: 0 })(0)]
  const random = seededRandom(seed)
  const draw = (kind: 'sell' | 'buy', dollars: number) =>
    drawTrade(random, { kind, dollars, gasDollars })
  for (let trade = 0; trade < tradesOfDay; trade += 1) {
    const dollars = 10 ** (minDigits + (maxDigits - minDigits) * random())
    const pool = pools[Math.floor(random() * pools.length)] as ConstantProductPool
    const isDirect = random() < directPart && worthOf(pool.token0) > 0 && worthOf(pool.token1) > 0
    const request = isDirect
      ? directTrade(pool, { dollars, isForward: random() < 0.5 })
      : draw('sell', dollars)
    for (const hop of findRoute(isDirect ? [pool] : pools, request)?.hops ?? []) {
      const place = pools.findIndex(({ address }) => address === hop.pool.address)
      pools[place] = afterHop(pools[place] as ConstantProductPool, hop)
    }
  }
  return { pools, draw }
}

type Drawn = {
  readonly kind: 'sell' | 'buy'
  readonly dollars: number
  readonly gasDollars: number
}

function drawTrade(random: () => number, { kind, dollars, gasDollars }: Drawn): RouteRequest {
  const count = walkedTokens.length
  const from = Math.floor(random() * count)
  const to = (from + 1 + Math.floor(random() * (count - 1))) % count
  const [sellToken, buyToken] = [addressAt(from), addressAt(to)]
  const gasPrice = gasDollars / 74_000 / worthOf(kind === 'sell' ? buyToken : sellToken)
  const numerator = BigInt(Math.round(gasPrice * 1e12))
  const gas = numerator > 0n ? { costPerUnit: { numerator, denominator: 10n ** 12n } } : undefined
  return kind === 'sell'
    ? { sellToken, buyToken, sellAmount: atomsOf(sellToken, dollars), gas }
    : { sellToken, buyToken, buyAmount: atomsOf(buyToken, dollars), gas }
}

function directTrade(
  { token0, token1, reserve0 }: ConstantProductPool,
  { dollars, isForward }: { readonly dollars: number; readonly isForward: boolean },
): RouteRequest {
  const most = Number(reserve0) * worthOf(token0) * maxOfPool
  const [sellToken, buyToken] = isForward ? [token0, token1] : [token1, token0]
  return { sellToken, buyToken, sellAmount: atomsOf(sellToken, Math.min(dollars, most)) }
}

function afterHop(
  pool: ConstantProductPool,
  { tokenIn, amountIn, amountOut }: Hop,
): ConstantProductPool {
  return tokenIn === pool.token0
    ? { ...pool, reserve0: pool.reserve0 + amountIn, reserve1: pool.reserve1 - amountOut }
    : { ...pool, reserve0: pool.reserve0 - amountOut, reserve1: pool.reserve1 + amountIn }
}

const worths = new Map(
  walkedTokens.map(({ address, usd, decimals }) => [address, usd / 10 ** decimals]),
)

/** Dollars per atom of a token with standard transfers; zero for others. */
function worthOf(token: Address): number {
  return worths.get(token) ?? 0
}

function addressAt(place: number): Address {
  return (walkedTokens[place] as (typeof walkedTokens)[number]).address
}

function atomsOf(token: Address, dollars: number): bigint {
  return BigInt(Math.max(1, Math.round(dollars / worthOf(token))))
}
