import { encodeFunctionData, parseAbi } from 'viem'
import { aggregateReads, wordAt } from '@/lib/chain/aggregate-reads'
import type { Chain } from '@/lib/chain/chain'
import type { ConcentratedPool, Tick } from './pool'
import { maxTick, minTick } from './tick-math'

/** A Uniswap V3 pool whose ticks are not read yet. */
export type PricedPool = Omit<ConcentratedPool, 'ticks' | 'lowestTick' | 'highestTick'>

type TickWord = { readonly pool: PricedPool; readonly word: number }

const tickAbi = parseAbi([
  'function tickBitmap(int16) view returns (uint256)',
  'function ticks(int24) view returns (uint128 liquidityGross, int128 liquidityNet)',
])

const wordTicks = 256

/** Ticks read at least to either side of the price: to e times it, or an e-th. */
const leastReach = 10_000

/** Ticks that must be known to either side of the price for a reading to serve again. */
const sparedReach = leastReach / 2

/** Bitmap words read at least to either side of the price. */
const leastWords = 2

/**
 * Reads the initialised ticks around the prices of pools at one block: the words of the bitmap, then the
 * ticks set in them.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function fetchTicks(
  chain: Chain,
  input: { readonly pools: readonly PricedPool[]; readonly blockNumber: bigint },
): Promise<readonly ConcentratedPool[]> {
  const { pools, blockNumber } = input
  const words = pools.flatMap((pool) => wordsAround(pool).map((word): TickWord => ({ pool, word })))
  const bitmaps = await aggregateReads(chain, {
    blockNumber,
    reads: words.map(({ pool, word }) => ({
      target: pool.address,
      callData: encodeFunctionData({ abi: tickAbi, functionName: 'tickBitmap', args: [word] }),
    })),
  })
  const initialised = words.flatMap(({ pool, word }, i) =>
    setBits(wordAt(bitmaps[i], 0) ?? 0n).map((bit) => ({
      pool,
      tick: (word * wordTicks + bit) * pool.tickSpacing,
    })),
  )
  const answers = await aggregateReads(chain, {
    blockNumber,
    reads: initialised.map(({ pool, tick }) => ({
      target: pool.address,
      callData: encodeFunctionData({ abi: tickAbi, functionName: 'ticks', args: [tick] }),
    })),
  })
  const ticksOf = new Map<PricedPool, Tick[]>(pools.map((pool) => [pool, []]))
  for (const [i, { pool, tick }] of initialised.entries()) {
    const liquidityNet = BigInt.asIntN(256, wordAt(answers[i], 1) ?? 0n)
    ticksOf.get(pool)?.push({ tick, liquidityNet })
  }
  return pools.map((pool) => withTicks(pool, ticksOf.get(pool) ?? []))
}

/**
 * The pool with the ticks that it had before, where nothing but its price has changed since; undefined where the
 * price has come close to the end of those that were read.
 */
export function reuseTicks(
  pool: PricedPool,
  before: ConcentratedPool | undefined,
): ConcentratedPool | undefined {
  if (!before) return undefined
  const { ticks, lowestTick, highestTick } = before
  const isSpared =
    lowestTick <= Math.max(minTick, pool.tick - sparedReach) &&
    highestTick >= Math.min(maxTick, pool.tick + sparedReach)
  return isSpared ? { ...pool, ticks, lowestTick, highestTick } : undefined
}

/** The words to read, ascending; the lowest and the highest bound what is known. */
function wordsAround({ tick, tickSpacing }: PricedPool): readonly number[] {
  const wordOf = (at: number) => Math.floor(Math.floor(at / tickSpacing) / wordTicks)
  const reach = Math.max(leastWords, Math.ceil(leastReach / (wordTicks * tickSpacing)))
  const first = Math.max(wordOf(tick) - reach, wordOf(minTick))
  const last = Math.min(wordOf(tick) + reach, wordOf(maxTick))
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

function withTicks(pool: PricedPool, ticks: readonly Tick[]): ConcentratedPool {
  const words = wordsAround(pool)
  const first = words[0] ?? 0
  const last = words.at(-1) ?? 0
  return {
    ...pool,
    ticks,
    lowestTick: first * wordTicks * pool.tickSpacing,
    highestTick: (last * wordTicks + wordTicks - 1) * pool.tickSpacing,
  }
}

function setBits(bitmap: bigint): readonly number[] {
  const bits: number[] = []
  for (let bit = 0; bitmap > 0n; bit += 1, bitmap >>= 1n) if (bitmap & 1n) bits.push(bit)
  return bits
}
