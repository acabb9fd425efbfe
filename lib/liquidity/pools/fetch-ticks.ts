import { toFunctionSelector } from 'viem'
import type { Chain } from '@/lib/chain/chain'
import type { Read } from '@/lib/chain/reads/aggregate-codec'
import { aggregateReads, wordAt } from '@/lib/chain/reads/aggregate-reads'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import {
  isWide,
  maxTicks,
  type PricedPool,
  planWords,
  toRange,
  wordTicks,
} from '@/lib/liquidity/math/tick-reach'
import type { ConcentratedPool, Tick } from '@/lib/liquidity/pool'
import { readTickWords } from './read-tick-words'

/** A pool as of an earlier block, and the ticks whose liquidity has changed since. */
export type TickedPool = {
  readonly pool: ConcentratedPool
  readonly touched: ReadonlySet<number>
}

type TicksInput = {
  readonly pools: readonly PricedPool[]
  readonly ticked?: ReadonlyMap<Address, TickedPool> | undefined
  readonly blockNumber: bigint
}

const ticksAt = toFunctionSelector('ticks(int24)')

/** Reads per batch. */
const batchSize = 4_000

/** Ticks changed since a pool was read, beyond which it is reread completely. */
const maxTouched = 400

/**
 * Fetches the initialised ticks of pools at one block, all of them or the nearest thousand to either side of the price.
 * Of a pool that was read before, it reads only the ticks changed since. If many pools are read for the first time,
 * some have only the ticks near their prices until they are reread.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function fetchTicks(
  chain: Chain,
  { pools, ticked, blockNumber }: TicksInput,
): Promise<readonly ConcentratedPool[]> {
  const known = new Map(pools.flatMap((pool) => knownTicks(pool, ticked?.get(pool.address))))
  const unknown = pools.filter((pool) => !known.has(pool))
  const [renewed, read] = await Promise.all([
    renewTicks(chain, { known, blockNumber }),
    readTicks(chain, { pools: unknown, blockNumber }),
  ])
  return [...renewed, ...read]
}

/** Returns the earlier ticks of a pool if they can be reused. */
function knownTicks(
  pool: PricedPool,
  before: TickedPool | undefined,
): readonly (readonly [PricedPool, TickedPool])[] {
  if (!before || before.touched.size > maxTouched) return []
  const isTooLong = before.pool.ticks.length > 4 * maxTicks
  return isWide(before.pool, pool.tick) && !isTooLong ? [[pool, before]] : []
}

type AtBlock = { readonly blockNumber: bigint }

async function renewTicks(
  chain: Chain,
  { known, blockNumber }: AtBlock & { readonly known: ReadonlyMap<PricedPool, TickedPool> },
): Promise<readonly ConcentratedPool[]> {
  const touched = [...known].flatMap(([pool, before]) =>
    [...before.touched].map((tick) => ({ pool, tick })),
  )
  const read = await readLiquidity(chain, { places: touched, blockNumber })
  return [...known].map(([pool, { pool: before, touched: changed }]) => {
    const { lowestTick, highestTick } = before
    const isKnown = ({ tick }: Tick) => tick >= lowestTick && tick <= highestTick
    const kept = before.ticks.filter(({ tick }) => !changed.has(tick))
    const added = (read.get(pool) ?? []).filter(isKnown)
    // Reuses an unchanged array, so that caches derived from it stay valid.
    const ticks = changed.size === 0 ? before.ticks : [...kept, ...added].sort(byTick)
    return { ...pool, ticks, lowestTick, highestTick }
  })
}

async function readTicks(
  chain: Chain,
  { pools, blockNumber }: AtBlock & { readonly pools: readonly PricedPool[] },
): Promise<readonly ConcentratedPool[]> {
  const plan = planWords(pools)
  const requested = [...plan].map(([pool, words]) => ({ pool: pool.address, ...words }))
  const bitmaps = await readTickWords(chain, { ranges: requested, blockNumber })
  const ranges = [...plan].map(([pool, words], i) => {
    return { pool, range: toRange(pool, { ...words, ticks: ticksIn(pool, bitmaps[i]) }) }
  })
  const places = ranges.flatMap(({ pool, range }) => range.ticks.map((tick) => ({ pool, tick })))
  const read = await readLiquidity(chain, { places, blockNumber })
  return ranges.map(({ pool, range }) => ({ ...pool, ...range, ticks: read.get(pool) ?? [] }))
}

type Place = { readonly pool: PricedPool; readonly tick: number }

/** Returns the initialised ticks at places, by pool, in request order. */
async function readLiquidity(
  chain: Chain,
  { places, blockNumber }: AtBlock & { readonly places: readonly Place[] },
): Promise<ReadonlyMap<PricedPool, readonly Tick[]>> {
  const reads = places.map(({ pool, tick }) => readAt(pool, tick))
  const answers = await readInBatches(chain, { reads, blockNumber })
  const ticks = new Map<PricedPool, Tick[]>()
  for (const [i, { pool, tick }] of places.entries()) {
    const gross = wordAt(answers[i], 0) ?? 0n
    if (gross === 0n) continue
    const ofPool = ticks.get(pool) ?? []
    ticks.set(pool, ofPool)
    ofPool.push({ tick, liquidityNet: BigInt.asIntN(256, wordAt(answers[i], 1) ?? 0n) })
  }
  return ticks
}

/** Reads in batches, so that one request does not use up an endpoint's capacity. */
async function readInBatches(
  chain: Chain,
  { reads, blockNumber }: AtBlock & { readonly reads: readonly Read[] },
): Promise<readonly (Hex | undefined)[]> {
  const answers: (Hex | undefined)[] = []
  for (let start = 0; start < reads.length; start += batchSize) {
    const batch = reads.slice(start, start + batchSize)
    for (const answer of await aggregateReads(chain, { blockNumber, reads: batch })) {
      answers.push(answer)
    }
  }
  return answers
}

/** Encoded by hand, since there are thousands of them. */
function readAt({ address }: PricedPool, tick: number): Read {
  const word = BigInt.asUintN(256, BigInt(tick)).toString(16).padStart(64, '0')
  return { target: address, callData: `${ticksAt}${word}` }
}

/** Returns the ticks whose bits are set, ascending. */
function ticksIn({ tickSpacing }: PricedPool, words: ReadonlyMap<number, bigint> | undefined) {
  const ticks: number[] = []
  for (const [word, bits] of words ?? []) {
    for (let bit = 0, rest = bits; rest > 0n; bit += 1, rest >>= 1n) {
      if (rest & 1n) ticks.push((word * wordTicks + bit) * tickSpacing)
    }
  }
  return ticks
}

function byTick(a: Tick, b: Tick): number {
  return a.tick - b.tick
}
