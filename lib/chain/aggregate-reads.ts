import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { multicall3 } from '@/lib/core/networks'
import { boundedCall } from './bounded-call'
import type { Chain } from './chain'

/** A view call. */
export type Read = { readonly target: Address; readonly callData: Hex }

const readsPerCall = 400

const aggregateAbi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[] returnData)',
])

/** Reads of strangers' contracts in one call, the gas of each, and the bytes that one may answer. */
const strangeReadsPerCall = 30
const strangeReadGas = 200_000n
const strangeReadBytes = 160

/**
 * Makes view calls through Multicall3 at one block, the newest unless told; the answers come in the order of
 * the calls, undefined for one that reverts or whose target is no contract. Only for contracts that are
 * known: one that uses up all gas, or answers without an end, spoils the answers of the others.
 *
 * Unlike viem's `multicall` it tells a call that fails from an endpoint that does.
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
  const starts = Array.from({ length: Math.ceil(reads.length / readsPerCall) }, (_, i) => i)
  const chunks = await Promise.all(
    starts.map((i) =>
      client.readContract({
        address: multicall3,
        abi: aggregateAbi,
        functionName: 'aggregate3',
        args: [
          reads
            .slice(i * readsPerCall, (i + 1) * readsPerCall)
            .map((read) => ({ ...read, allowFailure: true })),
        ],
        ...(blockNumber === undefined ? {} : { blockNumber }),
      }),
    ),
  ).catch((cause) => {
    throw dependencyDown(network.title, cause)
  })
  return chunks.flat().map(toAnswer)
}

/**
 * Makes view calls of one contract that anyone may have written, like {@link aggregateReads}, but with a cap
 * on gas and answer. A contract that goes beyond it is not asked further; its answers are then undefined.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function aggregateStrangeReads(
  ctx: Context,
  input: {
    readonly chainId: number
    readonly blockNumber: bigint
    readonly reads: readonly Read[]
  },
): Promise<readonly (Hex | undefined)[]> {
  const { chainId, blockNumber, reads } = input
  const answers: (Hex | undefined)[] = []
  for (let start = 0; start < reads.length; start += strangeReadsPerCall) {
    const calls = reads.slice(start, start + strangeReadsPerCall)
    const answer = await boundedCall(ctx, {
      chainId,
      blockNumber,
      to: multicall3,
      data: encodeFunctionData({
        abi: aggregateAbi,
        functionName: 'aggregate3',
        args: [calls.map((read) => ({ ...read, allowFailure: true }))],
      }),
      gas: strangeReadGas * BigInt(calls.length + 1),
      answerBytes: strangeReadBytes * (calls.length + 1),
    })
    if (answer === undefined) break
    const results = decodeFunctionResult({
      abi: aggregateAbi,
      functionName: 'aggregate3',
      data: answer,
    })
    answers.push(...results.map(toAnswer))
  }
  return reads.map((_, index) => answers[index])
}

function toAnswer({ success, returnData }: { success: boolean; returnData: Hex }) {
  return success && returnData !== '0x' ? returnData : undefined
}

/** The word at `index` of an ABI answer, as an unsigned number; undefined when the answer is shorter. */
export function wordAt(answer: Hex | undefined, index: number): bigint | undefined {
  const word = answer?.slice(2 + index * 64, 66 + index * 64)
  return word?.length === 64 ? BigInt(`0x${word}`) : undefined
}
