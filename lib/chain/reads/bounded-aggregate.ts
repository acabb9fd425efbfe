import { decodeFunctionResult, parseAbi } from 'viem'
import type { Context } from '@/lib/context'
import { type Hex, parseHex } from '@/lib/core/bytes'
import { multicall3 } from '@/lib/core/multicall3'
import { encodeAggregate, type Read } from './aggregate-codec'
import { boundedRequest } from './bounded-request'

/** View calls of untrusted contracts, made by one `eth_call`. */
export type BoundedAggregate = {
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
