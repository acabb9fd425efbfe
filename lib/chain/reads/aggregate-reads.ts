import { decodeFunctionResult, parseAbi } from 'viem'
import type { Chain } from '@/lib/chain/chain'
import type { Context } from '@/lib/context'
import { type Hex, parseHex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { multicall3 } from '@/lib/core/multicall3'
import { decodeAggregate, encodeAggregate, type Read } from './aggregate-codec'
import { boundedRequest } from './bounded-request'

/** Reads per call: with some 50,000 gas each they stay below the 50,000,000 that nodes usually allow. */
const readsPerCall = 400

/**
 * Makes view calls through Multicall3 at one block, by default the newest. Results are in the order of the calls;
 * undefined for a call that reverts or whose target has no code. For trusted contracts only: one that burns all gas
 * or returns without end spoils the results of the others.
 *
 * Unlike viem's `multicall` it distinguishes a failed call from a failed endpoint.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function aggregateReads(
  { client, network }: Chain,
  {
    blockNumber,
    reads,
  }: { readonly blockNumber?: bigint | undefined; readonly reads: readonly Read[] },
): Promise<readonly (Hex | undefined)[]> {
  const chunks: Promise<readonly (Hex | undefined)[]>[] = []
  for (let start = 0; start < reads.length; start += readsPerCall) {
    const calls = reads.slice(start, start + readsPerCall)
    const data = encodeAggregate(calls)
    const at = blockNumber === undefined ? {} : { blockNumber }
    const answer = client.call({ to: multicall3, data, ...at })
    chunks.push(answer.then((result) => decodeAggregate(result.data ?? '0x', calls.length)))
  }
  const answers = await Promise.all(chunks).catch((cause) => {
    throw dependencyDown(network.title, cause)
  })
  return answers.flat()
}

/** Returns the word at `index` of an ABI result as an unsigned integer, or undefined if the result is shorter. */
export function wordAt(answer: Hex | undefined, index: number): bigint | undefined {
  const word = answer?.slice(2 + index * 64, 66 + index * 64)
  return word?.length === 64 ? BigInt(`0x${word}`) : undefined
}

/** View calls of untrusted contracts, made by one `eth_call`. */
type BoundedAggregate = {
  readonly chainId: number
  /** Hash of the block to call at. */
  readonly blockHash: Hex
  readonly reads: readonly Read[]
  /** Gas limit of all calls together. */
  readonly gas: bigint
}

/** The outcome of one call; `data` is `0x` if there is no contract. */
export type ReadOutcome = { readonly success: boolean; readonly data: Hex }

const aggregateAbi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[] returnData)',
])

/** Average bytes of one result: success flag, offset, length and some words. */
const bytesPerRead = 320
/** The JSON-RPC envelope or error text around the hex of a result. */
const envelopeBytes = 4_096

/**
 * Makes view calls through Multicall3 at one block, in the given order. Undefined if one of them spoils the whole by
 * burning the gas or returning too much: then make them separately. A call that uses most of the gas also makes the
 * calls after it fail.
 *
 * @throws {ServiceError} InternalServerError when the node cannot answer; ServiceUnavailable if none is configured.
 */
export async function boundedAggregate(
  ctx: Context,
  { chainId, blockHash, reads, gas }: BoundedAggregate,
): Promise<readonly ReadOutcome[] | undefined> {
  const call = { to: multicall3, data: encodeAggregate(reads), gas: `0x${gas.toString(16)}` }
  const answer = await boundedRequest(
    ctx,
    {
      chainId,
      method: 'eth_call',
      params: [call, { blockHash }],
      responseBytes: 2 * bytesPerRead * (reads.length + 1) + envelopeBytes,
    },
    (result) => (typeof result === 'string' ? parseHex(result) : undefined),
  )
  if (answer === undefined || answer === '0x') return undefined
  const decoded = { abi: aggregateAbi, functionName: 'aggregate3', data: answer } as const
  return decodeFunctionResult(decoded).map(({ success, returnData }) => ({
    success,
    data: returnData,
  }))
}
