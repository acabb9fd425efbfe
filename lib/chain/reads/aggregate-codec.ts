import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** A view call. */
export type Read = { readonly target: Address; readonly callData: Hex }

/** Selector of Multicall3's `aggregate3((address target, bool allowFailure, bytes callData)[])`. */
const aggregate3 = '82ad56cb'

/** Bytes of an ABI word. */
const wordBytes = 32
const word = (value: number) => value.toString(16).padStart(64, '0')
const wordOf = (value: Hex | number) =>
  typeof value === 'number' ? word(value) : value.slice(2).padStart(64, '0')
const arrayHead = word(wordBytes)
const allowFailure = word(1)
const callDataOffset = word(3 * wordBytes)

/** Encodes a call with arguments of a word each, such as addresses. Many times as fast as the generic ABI encoder. */
export function encodeWords(selector: Hex, args: readonly (Hex | number)[]): Hex {
  return `${selector}${args.map(wordOf).join('')}`
}

/** Encodes a call whose only argument is of the type `bytes`. */
export function encodeBytes(selector: Hex, bytes: Hex): Hex {
  const size = (bytes.length - 2) / 2
  const digits = Math.ceil(size / wordBytes) * wordBytes * 2
  return `${selector}${word(wordBytes)}${word(size)}${bytes.slice(2).padEnd(digits, '0')}`
}

/** Encodes a call of `aggregate3` in which each read may fail. Many times as fast as the generic ABI encoder. */
export function encodeAggregate(reads: readonly Read[]): Hex {
  const heads: string[] = []
  const tuples: string[] = []
  let offset = reads.length * wordBytes
  for (const { target, callData } of reads) {
    const bytes = (callData.length - 2) / 2
    const words = Math.ceil(bytes / wordBytes)
    heads.push(word(offset))
    tuples.push(target.slice(2).padStart(64, '0'), allowFailure, callDataOffset, word(bytes))
    tuples.push(callData.slice(2).padEnd(words * 2 * wordBytes, '0'))
    offset += (4 + words) * wordBytes
  }
  return `0x${aggregate3}${arrayHead}${word(reads.length)}${heads.join('')}${tuples.join('')}`
}

/**
 * Decodes a result of `aggregate3` in the order of the reads; undefined for a read that failed or returned nothing.
 *
 * @throws {Error} when it is not the result of `count` reads.
 */
export function decodeAggregate(answer: Hex, count: number): readonly (Hex | undefined)[] {
  const numberAt = (byte: number) => {
    const text = answer.slice(2 + 2 * byte, 2 + 2 * (byte + wordBytes))
    const value = Number(`0x${text}`)
    if (text.length < 64 || !Number.isSafeInteger(value)) throw new Error('no answer of aggregate3')
    return value
  }
  const start = numberAt(0) + wordBytes
  if (numberAt(start - wordBytes) !== count) throw new Error('no answer of aggregate3')
  return Array.from({ length: count }, (_, i): Hex | undefined => {
    const tuple = start + numberAt(start + i * wordBytes)
    const data = tuple + numberAt(tuple + wordBytes)
    const bytes = numberAt(data)
    const first = 2 + 2 * (data + wordBytes)
    if (answer.length < first + 2 * bytes) throw new Error('no answer of aggregate3')
    const isGood = numberAt(tuple) === 1 && bytes > 0
    return isGood ? `0x${answer.slice(first, first + 2 * bytes)}` : undefined
  })
}
