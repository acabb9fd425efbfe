import { parseAbi } from 'viem'
import type { Chain } from '@/lib/chain/chain'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { multicall3 } from '@/lib/core/networks'

/** A view call. */
export type Read = { readonly target: Address; readonly callData: Hex }

const readsPerCall = 400

const aggregateAbi = parseAbi([
  'struct Call3 { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call3[] calls) payable returns (Result[] returnData)',
])

/**
 * Makes view calls through Multicall3 at one block; the answers come in the order of the calls, undefined
 * for one that reverts or whose target is no contract.
 *
 * Unlike viem's `multicall` it tells a call that fails from an endpoint that does.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function aggregateReads(
  { client, network }: Chain,
  { blockNumber, reads }: { readonly blockNumber: bigint; readonly reads: readonly Read[] },
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
        blockNumber,
      }),
    ),
  ).catch((cause) => {
    throw dependencyDown(network.title, cause)
  })
  return chunks
    .flat()
    .map(({ success, returnData }) => (success && returnData !== '0x' ? returnData : undefined))
}

/** The word at `index` of an ABI answer, as an unsigned number; undefined when the answer is shorter. */
export function wordAt(answer: Hex | undefined, index: number): bigint | undefined {
  const word = answer?.slice(2 + index * 64, 66 + index * 64)
  return word?.length === 64 ? BigInt(`0x${word}`) : undefined
}
