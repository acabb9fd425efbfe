import type { Chain } from '@/lib/chain/chain'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'

/** Words of one pool's tick bitmap, from the first to the last. */
export type WordRange = { readonly pool: Address; readonly first: number; readonly last: number }

/** Words per call: the result, 64 bytes per nonzero word, must not exceed the size limit of contract code. */
const wordsPerCall = 380

/** Concurrent calls. */
const concurrency = 10

/** A part of a range, with the range's index. */
type Part = WordRange & { readonly range: number }

/**
 * Reads the tick bitmaps of known Uniswap V3 pools: for each range its nonzero words by their numbers, ascending.
 * Nearly all are zero.
 *
 * Runs a program that reads word after word as the init code of a contract creation, which keeps request and result
 * small; through Multicall3 the same takes fifteen times as long.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function readTickWords(
  { client, network }: Chain,
  { ranges, blockNumber }: { readonly ranges: readonly WordRange[]; readonly blockNumber: bigint },
): Promise<readonly ReadonlyMap<number, bigint>[]> {
  const found = ranges.map(() => new Map<number, bigint>())
  const calls = toCalls(ranges)
  for (let start = 0; start < calls.length; start += concurrency) {
    const batch = calls.slice(start, start + concurrency)
    const requests = batch.map((parts) => client.call({ data: toProgram(parts), blockNumber }))
    const answers = await Promise.all(requests).catch((cause) => {
      throw dependencyDown(network.title, cause)
    })
    for (const { range, word, bits } of answers.flatMap(({ data }) => decode(data ?? '0x'))) {
      found[range]?.set(word, bits)
    }
  }
  return found
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

/** Decodes pairs of a number, which encodes range and word, and the bits. */
function decode(answer: Hex) {
  const pairs = answer.slice(2).match(/.{128}/g) ?? []
  return pairs.map((pair) => {
    const number = BigInt.asIntN(256, BigInt(`0x${pair.slice(0, 64)}`))
    const range = (number + rangeStep / 2n) / rangeStep
    const bits = BigInt(`0x${pair.slice(64)}`)
    return { range: Number(range), word: Number(number - range * rangeStep), bits }
  })
}

/** Assembles the program of one call. Memory: the call of a pool, results from byte 96 on. Stack: their end. */
function toProgram(parts: readonly Part[]): Hex {
  let code = '635339c29660e01b6000526060' // memory[0] = selector of tickBitmap(int16); end = 96
  for (const part of parts) code += toLoop(part, code.length / 2)
  return `0x${code}606090036060f3` // return memory[96 .. end]
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
