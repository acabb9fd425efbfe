import type { Context } from '@/lib/context'
import { byteLength, type Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import type { Read } from './aggregate-codec'
import { callGas, runCode } from './run-code'

/** Limits of each read, and where to read. */
export type UntrustedReads = {
  readonly chainId: number
  /** View calls with at most 1,024 bytes of call data; those of one target in a row. */
  readonly reads: readonly Read[]
  /** The newest block by default. */
  readonly blockNumber?: bigint | undefined
  /** Gas limit of a read; 100,000 by default. */
  readonly gas?: number
  /** Bytes kept of a result; 256 by default, enough for a string of 192. */
  readonly bytes?: number
  /** Time limit of a request; 3 s by default. */
  readonly timeoutMs?: number
}

const defaultGas = 100_000
const defaultBytes = 256

/** Reads per request: some 600 kB of call data, and as much of results. */
const readsPerRequest = 3_000

/** Gas of the code below without reads. */
const baseGas = 200_000

/** Memory: the last target that used up its gas at 0, call data from 32 on, then the answers. */
const maxCallData = 1_024
const answersAt = 32 + maxCallData

/** A record of the input: target, length of the call data in two bytes, call data. */
const headBytes = 22

/** The gas that must remain before a read: a call passes on at most 63/64 of what is left. */
const reserveOf = (gas: number) => Math.ceil(gas * 1.2)

/**
 * Makes view calls of untrusted contracts, all in one request if they fit. Results are in the order of the calls, cut to
 * `bytes`; undefined for a call that fails, uses more than its gas or returns nothing. A contract that uses up the gas of
 * a call is not called again by the reads that follow. No call can spoil the results of other contracts.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function readUntrusted(
  ctx: Context,
  input: UntrustedReads,
): Promise<readonly (Hex | undefined)[]> {
  const { reads } = input
  const starts = Array.from(
    { length: Math.ceil(reads.length / readsPerRequest) },
    (_, i) => i * readsPerRequest,
  )
  const parts = starts.map((start) =>
    readPart(ctx, { ...input, reads: reads.slice(start, start + readsPerRequest) }),
  )
  return (await Promise.all(parts)).flat()
}

/** Repeats the request for the reads that did not fit into its gas. */
async function readPart(
  ctx: Context,
  input: UntrustedReads,
): Promise<readonly (Hex | undefined)[]> {
  const { reads } = input
  const answers: (Hex | undefined)[] = []
  while (answers.length < reads.length) {
    answers.push(...(await readTogether(ctx, { ...input, reads: reads.slice(answers.length) })))
  }
  return answers
}

/** Returns the results of as many of the reads as fit, at least one. */
async function readTogether(
  ctx: Context,
  { chainId, reads, blockNumber, timeoutMs, ...limits }: UntrustedReads,
): Promise<readonly (Hex | undefined)[]> {
  const { gas = defaultGas, bytes = defaultBytes } = limits
  const answer = await runCode(ctx, {
    ...{ chainId, timeoutMs },
    code: readerCode(gas, bytes),
    data: `0x${reads.map(recordOf).join('')}`,
    gas: Math.min(callGas, baseGas + reserveOf(gas) * reads.length),
    blockNumber,
    bytes: (32 + bytes) * reads.length,
  })
  const answers = decode(answer ?? '0x', bytes)
  if (answers && answers.length > 0 && answers.length <= reads.length) return answers
  const { network } = ctx.chain(chainId)
  throw dependencyDown(`the RPC of ${network.title}`, 'it does not give the gas for reads')
}

function recordOf({ target, callData }: Read): string {
  return target.slice(2) + word(byteLength(callData), 4) + callData.slice(2)
}

/** Undefined if the answer ends within a result. */
function decode(answer: Hex, bytes: number): (Hex | undefined)[] | undefined {
  const answers: (Hex | undefined)[] = []
  let at = 2
  while (at < answer.length) {
    const head = answer.slice(at, at + 64)
    const length = BigInt(`0x${head}`)
    const kept = length < BigInt(bytes) ? Number(length) : bytes
    const end = at + 64 + 2 * kept
    if (head.length < 64 || end > answer.length) return undefined
    answers.push(kept === 0 ? undefined : `0x${answer.slice(at + 64, end)}`)
    at = end
  }
  return answers
}

/**
 * Assembles code that makes the calls of its input and returns for each the length of the result, 0 for a failed call, and
 * up to `bytes` bytes of it. It stops early when too little gas is left for another call.
 *
 * Stack: the ends of the answers (out) and of the input read so far (in); in the loop also target, length of the call data,
 * and the gas before the call or the bytes kept after it.
 */
function readerCode(gas: number, bytes: number): Hex {
  const [start, limit, kept] = [word(answersAt, 4), word(gas, 6), word(bytes, 4)]
  return assemble([
    `61${start} 6000`, // out, in
    ':LOOP: 5b',
    `62${word(reserveOf(gas), 6)} 5a 10 61@END 57`, // if gas < reserve: end
    '80 35 80 6060 1c 90 6050 1c 61ffff 16', // target, length
    `80 83 60${word(headBytes, 2)} 01 6020 37`, // copy the call data to 32
    '6000 82 6000 51 14 61@NEXT 57 50', // kept = 0; if memory[0] = target: next
    `5a 6000 6000 83 6020 86 62${limit} fa`, // gas, staticcall
    '3d 02 80 86 52', // memory[out] = size of the result, if it succeeded
    `80 61${kept} 10 81 61${kept} 18 02 18`, // kept = min(size, bytes)
    '80 6000 87 6020 01 3e', // copy the result to out + 32
    `90 5a 90 03 62${limit} 10 15 61@NEXT 57`, // if it used no more than its gas: next
    '82 6000 52', // memory[0] = target
    ':NEXT: 5b',
    '6020 01 84 01 93 50', // out += 32 + kept
    `90 50 01 60${word(headBytes, 2)} 01`, // in += 22 + length
    '80 36 11 61@LOOP 57', // while in < input length: loop
    ':END: 5b',
    `50 61${start} 90 03 61${start} f3`, // return
  ])
}

/** Joins hex code in which `:NAME:` defines a label and `@NAME` stands for its offset in two bytes. */
function assemble(lines: readonly string[]): Hex {
  const tokens = lines.join('').match(/:[A-Z]+:|@[A-Z]+|[0-9a-f]{2}/g) ?? []
  const offsets = new Map<string, number>()
  let size = 0
  for (const token of tokens) {
    if (token.startsWith(':')) offsets.set(token.slice(1, -1), size)
    else size += token.startsWith('@') ? 2 : 1
  }
  const code = tokens.map((token) => {
    if (token.startsWith(':')) return ''
    return token.startsWith('@') ? word(offsets.get(token.slice(1)) ?? 0, 4) : token
  })
  return `0x${code.join('')}`
}

function word(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}
