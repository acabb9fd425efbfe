import { encodeFunctionData } from 'viem'
import { erc20Abi } from '@/lib/chain/erc20-abi'
import { aggregateReads, wordAt } from '@/lib/chain/reads/aggregate-reads'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'

/**
 * Reads accounts' token balances at a block from its contract, in atoms and input order; undefined where the call
 * fails. Only for tokens that the operator has chosen.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function readBalances(
  ctx: Context,
  input: {
    readonly chainId: number
    readonly token: Address
    readonly blockNumber: bigint
    readonly holders: readonly Address[]
  },
): Promise<readonly (bigint | undefined)[]> {
  const { chainId, token: target, blockNumber, holders } = input
  const reads = holders.map((holder) => ({
    target,
    callData: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [holder] }),
  }))
  const answers = await aggregateReads(ctx.chain(chainId), { blockNumber, reads })
  return answers.map((answer) => wordAt(answer, 0))
}
