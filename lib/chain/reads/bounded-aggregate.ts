import { decodeFunctionResult, parseAbi } from 'viem'
import type { Context } from '@/lib/context'
import { type Hex, parseHex } from '@/lib/core/bytes'
import { multicall3 } from '@/lib/core/multicall3'
import { encodeAggregate, type Read } from './aggregate-codec'
import { boundedRequest } from './bounded-request'

/** View calls of contracts that nobody vouches for, made by one `eth_call`. */
export type BoundedAggregate = {
  readonly chainId: number
  /** Hash of the block to ask at. */
  readonly blockHash: Hex
  readonly reads: readonly Read[]
  /** Gas for all of them. */
  readonly gas: bigint
}

/** How one of the calls ended; `data` is `0x` where there is no contract. */
export type ReadOutcome = { readonly success: boolean; readonly data: Hex }

const aggregateAbi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[] returnData)',
])

/** Bytes that one call may answer on the average: success, place, length and some words. */
const bytesPerRead = 320
const envelopeBytes = 4_096

/**
 * Makes view calls through Multicall3 at one block, in the sequence given. Undefined when one of them
 * spoils the whole, by using up the gas or answering too much: then ask them apart. One that uses up most
 * of the gas also makes calls behind it fail.
 *
 * @throws {ServiceError} InternalServerError when the node cannot say; ServiceUnavailable without one.
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
