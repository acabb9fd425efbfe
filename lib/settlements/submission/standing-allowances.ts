import { encodeFunctionData, erc20Abi } from 'viem'
import { wordAt } from '@/lib/chain/reads/aggregate-reads'
import { readUntrusted } from '@/lib/chain/reads/untrusted-reads'
import type { Context } from '@/lib/context'
import { type Grant, grantKey, type StandingAllowances } from '@/lib/liquidity/approvals'

/** Bytes of a number as a result. */
const wordBytes = 32

/**
 * Reads the allowances that the settlement contract grants now, by one request. One that cannot be read counts as
 * zero: the simulation of the settlement decides.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function readStandingAllowances(
  ctx: Context,
  chainId: number,
  grants: readonly Grant[],
): Promise<StandingAllowances> {
  if (grants.length === 0) return new Map()
  const owner = ctx.config.settlementContract
  const answers = await readUntrusted(ctx, {
    chainId,
    bytes: wordBytes,
    reads: grants.map(({ token, spender }) => ({
      target: token,
      callData: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'allowance',
        args: [owner, spender],
      }),
    })),
  })
  return new Map(
    grants.map((grant, index) => [grantKey(grant), wordAt(answers[index], 0) ?? 0n] as const),
  )
}
