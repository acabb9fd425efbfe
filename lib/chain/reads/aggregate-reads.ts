import type { Chain } from '@/lib/chain/chain'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { multicall3 } from '@/lib/core/multicall3'
import { decodeAggregate, encodeAggregate, type Read } from './aggregate-codec'
import { boundedCall } from './bounded-call'

const readsPerCall = 400

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
      data: encodeAggregate(calls),
      gas: strangeReadGas * BigInt(calls.length + 1),
      answerBytes: strangeReadBytes * (calls.length + 1),
    })
    if (answer === undefined) break
    answers.push(...decodeAggregate(answer, calls.length))
  }
  return reads.map((_, index) => answers[index])
}

/** The word at `index` of an ABI answer, as an unsigned number; undefined when the answer is shorter. */
export function wordAt(answer: Hex | undefined, index: number): bigint | undefined {
  const word = answer?.slice(2 + index * 64, 66 + index * 64)
  return word?.length === 64 ? BigInt(`0x${word}`) : undefined
}
