import { toFunctionSelector } from 'viem'
import type { Read } from '@/lib/chain/reads/aggregate-codec'
import { wordAt } from '@/lib/chain/reads/aggregate-reads'
import { bulkMs, callGas, runCode } from '@/lib/chain/reads/run-code'
import { readUntrusted } from '@/lib/chain/reads/untrusted-reads'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { gather } from '@/lib/core/group-by'
import {
  isWide,
  maxTicks,
  type PricedPool,
  planWords,
  toRange,
  wordTicks,
} from '@/lib/liquidity/math/tick-reach'
import type { ConcentratedPool, Tick } from '@/lib/liquidity/pool'

/** A pool as of an earlier block, and the ticks whose liquidity has changed since. */
export type TickedPool = {
  readonly pool: ConcentratedPool
  readonly touched: ReadonlySet<number>
}

type TicksInput = AtBlock & {
  readonly pools: readonly PricedPool[]
  readonly ticked?: ReadonlyMap<Address, TickedPool> | undefined
}

type AtBlock = { readonly chainId: number; readonly blockNumber: bigint }

const ticksAt = toFunctionSelector('ticks(int24)')

/** Bytes read of a tick: its gross and its net liquidity. */
const tickBytes = 64

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
  ctx: Context,
  { pools, ticked, ...at }: TicksInput,
): Promise<readonly ConcentratedPool[]> {
  const known = new Map(pools.flatMap((pool) => knownTicks(pool, ticked?.get(pool.address))))
  const unknown = pools.filter((pool) => !known.has(pool))
  const [renewed, read] = await Promise.all([
    renewTicks(ctx, { known, ...at }),
    readTicks(ctx, { pools: unknown, ...at }),
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

async function renewTicks(
  ctx: Context,
  { known, ...at }: AtBlock & { readonly known: ReadonlyMap<PricedPool, TickedPool> },
): Promise<readonly ConcentratedPool[]> {
  const touched = [...known].flatMap(([pool, before]) =>
    [...before.touched].map((tick) => ({ pool, tick })),
  )
  const read = await readLiquidity(ctx, { places: touched, ...at })
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
  ctx: Context,
  { pools, ...at }: AtBlock & { readonly pools: readonly PricedPool[] },
): Promise<readonly ConcentratedPool[]> {
  const plan = planWords(pools)
  const requested = [...plan].map(([pool, words]) => ({ pool: pool.address, ...words }))
  const bitmaps = await readTickWords(ctx, { ranges: requested, ...at })
  const ranges = [...plan].map(([pool, words], i) => {
    return { pool, range: toRange(pool, { ...words, ticks: ticksIn(pool, bitmaps[i]) }) }
  })
  const places = ranges.flatMap(({ pool, range }) => range.ticks.map((tick) => ({ pool, tick })))
  const read = await readLiquidity(ctx, { places, ...at })
  return ranges.map(({ pool, range }) => ({ ...pool, ...range, ticks: read.get(pool) ?? [] }))
}

type Place = { readonly pool: PricedPool; readonly tick: number }

/** Returns the initialised ticks at places, by pool, in request order. */
async function readLiquidity(
  ctx: Context,
  { places, ...at }: AtBlock & { readonly places: readonly Place[] },
): Promise<ReadonlyMap<PricedPool, readonly Tick[]>> {
  const reads = places.map(({ pool, tick }) => readAt(pool, tick))
  const answers = await readUntrusted(ctx, { ...at, reads, bytes: tickBytes, timeoutMs: bulkMs })
  const ticks: [PricedPool, Tick][] = []
  for (const [i, { pool, tick }] of places.entries()) {
    const gross = wordAt(answers[i], 0) ?? 0n
    if (gross === 0n) continue
    const liquidityNet = BigInt.asIntN(256, wordAt(answers[i], 1) ?? 0n)
    ticks.push([pool, { tick, liquidityNet }])
  }
  return gather(ticks)
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

/** Words of one pool's tick bitmap, from the first to the last. */
type WordRange = { readonly pool: Address; readonly first: number; readonly last: number }

/** Words per call: with some 3,000 gas each they use half of what nodes usually allow. */
const wordsPerCall = 8_000

/** Bytes of a result per word: its number and its bits. */
const bytesPerWord = 64

/** Concurrent calls. */
const concurrency = 10

/** A part of a range, with the range's index. */
type Part = WordRange & { readonly range: number }

/**
 * Reads the tick bitmaps of known Uniswap V3 pools: for each range its nonzero words by their numbers, ascending.
 * Nearly all are zero.
 *
 * Runs a program that reads word after word, which keeps request and result small; through Multicall3 the same takes
 * fifteen times as long.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function readTickWords(
  ctx: Context,
  { ranges, ...at }: AtBlock & { readonly ranges: readonly WordRange[] },
): Promise<readonly ReadonlyMap<number, bigint>[]> {
  const found = ranges.map(() => new Map<number, bigint>())
  const calls = toCalls(ranges)
  for (let start = 0; start < calls.length; start += concurrency) {
    const batch = calls.slice(start, start + concurrency)
    const answers = await Promise.all(batch.map((parts) => readParts(ctx, at, parts)))
    for (const { range, word, bits } of answers.flat()) found[range]?.set(word, bits)
  }
  return found
}

async function readParts(ctx: Context, at: AtBlock, parts: readonly Part[]) {
  const answer = await runCode(ctx, {
    ...at,
    code: toProgram(parts),
    gas: callGas,
    bytes: (wordsPerCall + 1) * bytesPerWord,
    timeoutMs: bulkMs,
  })
  if (answer !== undefined && answer !== '0x') return decode(answer)
  const { network } = ctx.chain(at.chainId)
  throw dependencyDown(network.title, 'its node does not read tick bitmaps')
}

/** Splits the ranges into parts, so that each call has as many words as it can. */
function toCalls(ranges: readonly WordRange[]): readonly (readonly Part[])[] {
  const calls: Part[][] = []
  let left = 0
  for (const [range, { pool, first, last }] of ranges.entries()) {
    for (let at = first; at <= last; ) {
      if (left === 0) {
        calls.push([])
        left = wordsPerCall
      }
      const end = Math.min(last, at + left - 1)
      calls.at(-1)?.push({ pool, range, first: at, last: end })
      left -= end - at + 1
      at = end + 1
    }
  }
  return calls
}

/** Offset of a word's number per range before its own, in a result. */
const rangeStep = 2n ** 32n

/** Decodes, after a word, pairs of a number, which encodes range and word, and the bits. */
function decode(answer: Hex) {
  const pairs = answer.slice(2 + 64).match(/.{128}/g) ?? []
  return pairs.map((pair) => {
    const number = BigInt.asIntN(256, BigInt(`0x${pair.slice(0, 64)}`))
    const range = (number + rangeStep / 2n) / rangeStep
    const bits = BigInt(`0x${pair.slice(64)}`)
    return { range: Number(range), word: Number(number - range * rangeStep), bits }
  })
}

/**
 * Assembles the program of one call. Memory: the call of a pool, the last bits at byte 64, results from byte 96 on. Stack:
 * their end. It always returns a word: a node that ignores the program returns nothing.
 */
function toProgram(parts: readonly Part[]): Hex {
  let code = '635339c29660e01b6000526060' // memory[0] = selector of tickBitmap(int16); end = 96
  for (const part of parts) code += toLoop(part, code.length / 2)
  return `0x${code}604090036040f3` // return memory[64 .. end]
}

/** Assembles the code that reads the words of a part, at byte `start` of a program. */
function toLoop({ pool, range, first, last }: Part, start: number): string {
  const again = start + 33
  const body = [
    '5b80600452', // again: memory[4] = word
    '6000604052', // memory[64] = 0
    `602060406024600073${pool.slice(2)}5afa50`, // memory[64] = tickBitmap(word) of the pool
    '604051', // bits = memory[64]
    '801561', // to next where there are none
  ].join('')
  const keep = [
    `817f${toWord(BigInt(range) * rangeStep)}01`, // number = word + range * 2^32
    '8352', // memory[end] = number
    '808360200152', // memory[end + 32] = bits
    '9160400191', // end += 64
  ].join('')
  const next = again + (body.length + 6 + keep.length) / 2
  const turn = `5b50600101807f${toWord(BigInt(last) + 1n)}1415` // next: word += 1; again unless it was the last
  return [
    `7f${toWord(BigInt(first))}`, // word = first
    `${body}${toOffset(next)}57`,
    keep,
    `${turn}61${toOffset(again)}5750`,
  ].join('')
}

function toWord(value: bigint): string {
  return BigInt.asUintN(256, value).toString(16).padStart(64, '0')
}

function toOffset(byte: number): string {
  return byte.toString(16).padStart(4, '0')
}
