import type { Chain } from '@/lib/chain/chain'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { multicall3 } from '@/lib/core/multicall3'
import { decodeAggregate, encodeAggregate, type Read } from './aggregate-codec'
import { boundedCall } from './bounded-call'

const readsPerCall = 400

/** Limits for untrusted contracts: reads per call, gas per read and bytes returned per read. */
const untrustedReadsPerCall = 30
const untrustedReadGas = 200_000n
const untrustedReadBytes = 160

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

/**
 * Makes view calls of one untrusted contract, like {@link aggregateReads} but with a cap on gas and result size. A
 * contract that exceeds it is not called again; its remaining results are undefined.
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
  for (let start = 0; start < reads.length; start += untrustedReadsPerCall) {
    const calls = reads.slice(start, start + untrustedReadsPerCall)
    const answer = await boundedCall(ctx, {
      chainId,
      blockNumber,
      to: multicall3,
      data: encodeAggregate(calls),
      gas: untrustedReadGas * BigInt(calls.length + 1),
      answerBytes: untrustedReadBytes * (calls.length + 1),
    })
    if (answer === undefined) break
    answers.push(...decodeAggregate(answer, calls.length))
  }
  return reads.map((_, index) => answers[index])
}

/** Returns the word at `index` of an ABI result as an unsigned integer, or undefined if the result is shorter. */
export function wordAt(answer: Hex | undefined, index: number): bigint | undefined {
  const word = answer?.slice(2 + index * 64, 66 + index * 64)
  return word?.length === 64 ? BigInt(`0x${word}`) : undefined
}
