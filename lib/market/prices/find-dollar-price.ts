import { encodeFunctionData, parseAbi } from 'viem'
import type { Chain } from '@/lib/chain/chain'
import { erc20Abi } from '@/lib/chain/contract-abis'
import type { Read } from '@/lib/chain/reads/aggregate-codec'
import { aggregateReads, wordAt } from '@/lib/chain/reads/aggregate-reads'
import { type Context, defineLoader } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { multicall3 } from '@/lib/core/multicall3'
import { toUnixSeconds } from '@/lib/core/time'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import { listPoolCloses } from '@/lib/market/candles/candle-store'
import { findCandleTip } from '@/lib/market/indexing/market-tip-query'
import { type DollarPrice, type DollarPrices, dollarPrices } from './dollar-prices'
import { listPricePools } from './list-price-pools'
import type { PoolPrice } from './pool-price'
import { smoothingSeconds, smoothPrice } from './smooth-price'

/** A price at the block time `at` (Unix seconds). */
export type DollarPriceAt = DollarPrice & { readonly at: number }

/** Maximum lag of the index in blocks for its candles to count. */
const maxBlocksBehind = 5n

/** Maximum tokens whose pools are read in one batch. */
const tokensAtOnce = 8

/**
 * Finds a token's price in dollar atoms per token atom: {@link dollarPrices} of its pools in the newest block,
 * smoothed by the last ten minutes. Undefined if it has no deep pool.
 *
 * @throws {ServiceError} RateLimited on too many requests for unknown tokens; InternalServerError when the
 * network's RPC is down.
 */
export async function findDollarPrice(
  ctx: Context,
  { chainId, token }: { readonly chainId: number; readonly token: Address },
): Promise<DollarPriceAt | undefined> {
  const { usdToken } = ctx.chain(chainId).network
  const at = toUnixSeconds(ctx.now())
  if (token === usdToken) return { usd: 1, depth: Number.POSITIVE_INFINITY, at }
  if (!(await listPricePools(ctx, { chainId, token }))) return undefined
  return findTogether(ctx, token, chainId)
}

const findTogether = defineLoader<Address, DollarPriceAt, number>(
  'market/dollar-prices',
  (ctx, tokens, chainId) => loadPrices(ctx, { chainId, tokens }),
  { size: tokensAtOnce, concurrency: 4 },
)

type Tokens = { readonly chainId: number; readonly tokens: readonly Address[] }

async function loadPrices(
  ctx: Context,
  { chainId, tokens }: Tokens,
): Promise<ReadonlyMap<Address, DollarPriceAt>> {
  const lists = await Promise.all(tokens.map((token) => listPricePools(ctx, { chainId, token })))
  const pools = new Map(lists.flatMap((list) => list ?? []).map((pool) => [pool.address, pool]))
  const { priceOf, at } = await readDollarPrices(ctx, { chainId, known: [...pools.values()] })
  const priced = tokens.flatMap((token) => {
    const price = priceOf(token)
    return price ? [[token, { ...price, at }] as const] : []
  })
  return new Map(priced)
}

/** Token prices, and their pools in the newest block, whose time is `at` (Unix seconds). */
export type PricedPools = {
  readonly priceOf: DollarPrices
  readonly pools: readonly PoolPrice[]
  readonly at: number
}

/**
 * Reads pools and derives token prices from them; see {@link findDollarPrice}. `known` must include the pools
 * that price the base tokens.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC is down.
 */
export async function readDollarPrices(
  ctx: Context,
  { chainId, known }: { readonly chainId: number; readonly known: readonly PairDescriptor[] },
): Promise<PricedPools> {
  const chain = ctx.chain(chainId)
  const [{ pools, blockNumber, at }, closesOf, tip] = await Promise.all([
    fetchPoolPrices(chain, known),
    listPoolCloses(ctx.db, { chainId, pools: known.map(({ address }) => address) }),
    findCandleTip(ctx.db, chainId),
  ])
  // The candles of an index that lags hold outdated prices.
  const isFresh =
    tip !== undefined &&
    (blockNumber - tip.number <= maxBlocksBehind || at - tip.at <= smoothingSeconds)
  const smoothed = pools.map((pool) => {
    const closes = closesOf.get(pool.address)
    return isFresh && closes ? smoothPrice(pool, { closes, at }) : pool
  })
  return { priceOf: dollarPrices(smoothed, chain.network), pools, at }
}

const abi = parseAbi([
  'function getBlockNumber() view returns (uint256)',
  'function getCurrentBlockTimestamp() view returns (uint256)',
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)',
  'function liquidity() view returns (uint128)',
])
const getReserves = encodeFunctionData({ abi, functionName: 'getReserves' })
const slot0 = encodeFunctionData({ abi, functionName: 'slot0' })
const liquidity = encodeFunctionData({ abi, functionName: 'liquidity' })
const blockReads: readonly Read[] = (['getBlockNumber', 'getCurrentBlockTimestamp'] as const).map(
  (functionName) => ({ target: multicall3, callData: encodeFunctionData({ abi, functionName }) }),
)

/** Prices of pools at one block. */
type PricesAtBlock = {
  readonly pools: readonly PoolPrice[]
  readonly blockNumber: bigint
  /** Block time in Unix seconds. */
  readonly at: number
}

/**
 * Fetches prices and depths of pools at the newest block in one round trip, as unproven. The depth of a
 * concentrated pool is that of its liquidity in range, bounded by its base-token balances. Empty pools are left
 * out.
 * @throws {ServiceError} InternalServerError when the network's RPC is down.
 */
export async function fetchPoolPrices(
  chain: Chain,
  known: readonly PairDescriptor[],
): Promise<PricesAtBlock> {
  // Other tokens are untrusted contracts and must not be called in this batch.
  const isBase = new Set(chain.network.baseTokens)
  const reads = known.map((pool) => readsOf(pool, isBase))
  const answers = await aggregateReads(chain, { reads: [...blockReads, ...reads.flat()] })
  const [blockNumber, timestamp] = [wordAt(answers[0], 0), wordAt(answers[1], 0)]
  if (blockNumber === undefined || timestamp === undefined) {
    throw dependencyDown(chain.network.title, new Error('Multicall3 returned no block'))
  }
  let next = blockReads.length
  const pools = known.flatMap((pool, i) => {
    const own = answers.slice(next, next + (reads[i]?.length ?? 0))
    next += own.length
    return toPoolPrice(pool, own, isBase)
  })
  return { pools, blockNumber, at: Number(timestamp) }
}

function readsOf(pool: PairDescriptor, isBase: ReadonlySet<Address>): readonly Read[] {
  const { address: target, token0, token1 } = pool
  switch (pool.protocol) {
    case 'uniswap-v2':
      return [{ target, callData: getReserves }]
    case 'uniswap-v3': {
      const args = [target] as const
      const callData = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args })
      const balances = [token0, token1].filter((token) => isBase.has(token))
      return [
        { target, callData: slot0 },
        { target, callData: liquidity },
        ...balances.map((token) => ({ target: token, callData })),
      ]
    }
  }
}

type Answers = readonly (Hex | undefined)[]

function toPoolPrice(
  pool: PairDescriptor,
  answers: Answers,
  isBase: ReadonlySet<Address>,
): PoolPrice[] {
  const { address, token0, token1 } = pool
  const { price, depth0, depth1 } = stateOf(pool, answers, isBase)
  if (!(price > 0 && price < Number.POSITIVE_INFINITY && depth0 > 0 && depth1 > 0)) return []
  return [{ address, token0, token1, price, depth0, depth1, isConfirmed: false }]
}

function stateOf(pool: PairDescriptor, answers: Answers, isBase: ReadonlySet<Address>): State {
  const [first, second, ...held] = answers
  switch (pool.protocol) {
    case 'uniswap-v2':
      return pairState(first)
    case 'uniswap-v3': {
      const balances = held.map((answer) => Number(wordAt(answer, 0) ?? 0n))
      const [balance0, balance1] = isBase.has(pool.token0) ? balances : [undefined, ...balances]
      const { price, depth0, depth1 } = rangeState(first, second)
      const share = Math.min((balance0 ?? depth0) / depth0, (balance1 ?? depth1) / depth1, 1)
      return { price, depth0: depth0 * share, depth1: depth1 * share }
    }
  }
}

type State = Pick<PoolPrice, 'price' | 'depth0' | 'depth1'>

function pairState(reserves: Hex | undefined): State {
  const depth0 = Number(wordAt(reserves, 0) ?? 0n)
  const depth1 = Number(wordAt(reserves, 1) ?? 0n)
  return { price: depth1 / depth0, depth0, depth1 }
}

function rangeState(price: Hex | undefined, inRange: Hex | undefined): State {
  const root = Number(wordAt(price, 0) ?? 0n) / 2 ** 96
  const liquid = Number(wordAt(inRange, 0) ?? 0n)
  return { price: root ** 2, depth0: liquid / root, depth1: liquid * root }
}
