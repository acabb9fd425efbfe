import { encodeFunctionData } from 'viem'
import { operator } from '@/lib/devnet/accounts'
import { atomsOf, listDevnetPools, listDevnetTokens } from '@/lib/devnet/embedded-networks'
import { marketMaker, marketMakerAbi } from '@/lib/devnet/market/market-maker'
import { type SortedPool, sortPools, sqrtPriceX96 } from '@/lib/devnet/market/prices'
import { type Rpc, sendTransaction } from '@/lib/devnet/rpc'
import { getFactories } from './deploy-uniswap'

type Position = { readonly lower: number; readonly upper: number; readonly liquidity: bigint }

const tickSpacings: Readonly<Record<number, number>> = { 100: 1, 500: 10, 3000: 60, 10000: 200 }
const maxTick = 887_272

/** Share of a V3 pool's value over the full range; the rest is in a range around the opening price. */
const fullRangeShare = 0.3

/** Half width of that range, as a fraction of the price, for pools of volatile and of pegged tokens. */
const volatileRange = 0.25
const peggedRange = 0.01

/** Creates the pools of an embedded network at the opening prices and funds them. */
export async function deployPools(rpc: Rpc, chainId: number): Promise<void> {
  const factories = getFactories(chainId)
  for (const pool of sortPools(listDevnetPools(chainId), listDevnetTokens(chainId))) {
    const tokens = [pool.token0.address, pool.token1.address] as const
    const data =
      pool.fee === undefined
        ? encodeFunctionData({
            abi: marketMakerAbi,
            functionName: 'addV2',
            args: [factories.v2, ...tokens, ...v2Amounts(pool)],
          })
        : encodeFunctionData({
            abi: marketMakerAbi,
            functionName: 'addV3',
            args: [factories.v3, ...tokens, pool.fee, openingSqrtPrice(pool), v3Positions(pool)],
          })
    await sendTransaction(rpc, { from: operator, to: marketMaker, data, gas: 12_000_000 })
  }
}

function v2Amounts(pool: SortedPool): readonly [bigint, bigint] {
  const half = pool.depthUsd / 2
  return [
    atomsOf(pool.token0, half / pool.token0.usd),
    atomsOf(pool.token1, half / pool.token1.usd),
  ]
}

function v3Positions(pool: SortedPool): readonly Position[] {
  const spacing = tickSpacings[pool.fee ?? 0] ?? 1
  const widest = Math.floor(maxTick / spacing) * spacing
  const isPegged = pool.token0.volatility === 0 && pool.token1.volatility === 0
  const middle = Math.log(openingPrice(pool)) / Math.log(1.0001)
  const reach = Math.log(1 + (isPegged ? peggedRange : volatileRange)) / Math.log(1.0001)
  const lower = Math.floor((middle - reach) / spacing) * spacing
  const upper = Math.ceil((middle + reach) / spacing) * spacing
  return [
    position(pool, { lower: -widest, upper: widest, usd: pool.depthUsd * fullRangeShare }),
    position(pool, { lower, upper, usd: pool.depthUsd * (1 - fullRangeShare) }),
  ]
}

/** Returns the liquidity at which a range around the opening price takes this many US dollars of both tokens. */
function position(
  pool: SortedPool,
  range: { readonly lower: number; readonly upper: number; readonly usd: number },
): Position {
  const root = Math.sqrt(openingPrice(pool))
  const below = root - 1.0001 ** (range.lower / 2)
  const above = root - root ** 2 / 1.0001 ** (range.upper / 2)
  const value = (range.usd / pool.token1.usd) * 10 ** pool.token1.decimals
  return {
    lower: range.lower,
    upper: range.upper,
    liquidity: BigInt(Math.floor(value / (below + above))),
  }
}

/** Atoms of token 1 per atom of token 0. */
function openingPrice({ token0, token1 }: SortedPool): number {
  return (token0.usd / token1.usd) * 10 ** (token1.decimals - token0.decimals)
}

function openingSqrtPrice({ token0, token1 }: SortedPool): bigint {
  return sqrtPriceX96(token0.usd / token1.usd, token0.decimals - token1.decimals)
}
