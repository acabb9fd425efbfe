import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { blockTag, boundedRequest } from './bounded-request'
/** A view call with one address as its argument, or none. */
export type UntrustedRead = {
  readonly target: Address
  readonly selector: Hex
  readonly argument?: Address
}

/** Reads per request: their total gas stays below the 50,000,000 that nodes usually allow. */
const readsPerRequest = 400

/** Gas limit of a read, and the gas that must remain before it: an EVM call passes on at most 63/64 of what is left. */
const readGas = 100_000
const reservedGas = 120_000

/** Bytes kept of a result, enough for a string of 192, and of its slot, which starts with the length. */
const keptBytes = 256
const slotBytes = 32 + keptBytes

/** Address that gets the code below by a state override; its key is unknown. */
const reader: Address = '0x00000000000000000000000000000c01c1de5ead'

/**
 * Makes the calls listed in its input, 56 bytes each (target, selector and an argument word, zero if there is none),
 * and returns a slot for each: the length of the result, 0 for a failed call, and its first {@link keptBytes} bytes.
 * Each call has {@link readGas}; the code reverts if less than {@link reservedGas} remains for one.
 */
const readerCode = assemble([
  '6060 6000', // out = 96, in = 0
  '5b', // loop:
  `62${word(reservedGas, 6)} 5a 10 6043 57`, // if gas < reserved: fail
  '6038 81 600c 37', // copy target, selector and argument to memory at 12
  `61${word(keptBytes, 4)} 82 6020 01 6024 6020 6000 51 62${word(readGas, 6)} fa`, // staticcall
  '3d 02 82 52', // memory[out] = its length, if it succeeded
  `6038 01 90 61${word(slotBytes, 4)} 01 90`, // in += 56, out += slot
  '80 36 11 6004 57', // while in < input length: loop
  '50 6060 90 03 6060 f3', // return
  '5b 6000 6000 fd', // fail:
])

/**
 * Makes view calls of untrusted contracts, 400 per request. Results are in the order of the calls, cut to 256 bytes;
 * undefined for a call that fails, uses more than 100,000 gas or returns nothing. No call can spoil the results of the
 * others.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function readUntrusted(
  ctx: Context,
  input: {
    readonly chainId: number
    readonly reads: readonly UntrustedRead[]
    /** The newest block by default. */
    readonly blockNumber?: bigint
  },
): Promise<readonly (Hex | undefined)[]> {
  const { reads, ...where } = input
  const starts = Array.from(
    { length: Math.ceil(reads.length / readsPerRequest) },
    (_, i) => i * readsPerRequest,
  )
  const parts = starts.map((start) =>
    readTogether(ctx, { ...where, reads: reads.slice(start, start + readsPerRequest) }),
  )
  return (await Promise.all(parts)).flat()
}

async function readTogether(
  ctx: Context,
  { chainId, reads, blockNumber }: Parameters<typeof readUntrusted>[1],
): Promise<readonly (Hex | undefined)[]> {
  const data = reads.map(inputOf).join('')
  const gas = 200_000 + reservedGas * reads.length
  const request = {
    chainId,
    method: 'eth_call',
    params: [
      { to: reader, data: `0x${data}`, gas: `0x${gas.toString(16)}` },
      blockTag(blockNumber),
      { [reader]: { code: readerCode } },
    ],
    responseBytes: 2 * slotBytes * reads.length + 4_096,
  }
  const answer = await boundedRequest(ctx, request, (result) => {
    const isWhole = typeof result === 'string' && result.length === 2 + 2 * slotBytes * reads.length
    return isWhole ? result : undefined
  })
  if (answer !== undefined) return reads.map((_, i) => slotAt(answer, i))
  const { network } = ctx.chain(chainId)
  throw dependencyDown(`the RPC of ${network.title}`, 'it does not give the gas for reads')
}

function inputOf({ target, selector, argument = '0x' }: UntrustedRead): string {
  return target.slice(2) + selector.slice(2) + argument.slice(2).padStart(64, '0')
}

function slotAt(answer: string, index: number): Hex | undefined {
  const slot = answer.slice(2 + 2 * slotBytes * index, 2 + 2 * slotBytes * (index + 1))
  const length = BigInt(`0x${slot.slice(0, 64)}`)
  const bytes = length < BigInt(keptBytes) ? Number(length) : keptBytes
  return bytes === 0 ? undefined : `0x${slot.slice(64, 64 + 2 * bytes)}`
}

function assemble(lines: readonly string[]): Hex {
  return `0x${lines.join('').replaceAll(' ', '')}`
}

function word(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}
