import type { Context } from '@/lib/context'
import { maxAmount } from '@/lib/core/amount'
import { dependencyDown } from '@/lib/core/errors'
import type { Fees } from './solver-account'

/**
 * Fees for the next blocks: the base fee may double before a settlement is stuck.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function proposeFees(ctx: Context, chainId: number): Promise<Fees> {
  const { client, network } = ctx.chain(chainId)
  const answers = Promise.all([client.getBlock(), client.estimateMaxPriorityFeePerGas()])
  const [block, tip] = await answers.catch((cause) => {
    throw dependencyDown(network.title, cause)
  })
  return {
    maxFeePerGas: (block.baseFeePerGas ?? 0n) * 2n + tip,
    maxPriorityFeePerGas: tip,
  }
}

/**
 * These fees, or what the next blocks ask for where that is more.
 *
 * @throws {ServiceError} as {@link proposeFees}.
 */
export async function higherFees(ctx: Context, chainId: number, fees: Fees): Promise<Fees> {
  const proposed = await proposeFees(ctx, chainId)
  return {
    maxFeePerGas: maxAmount(fees.maxFeePerGas, proposed.maxFeePerGas),
    maxPriorityFeePerGas: maxAmount(fees.maxPriorityFeePerGas, proposed.maxPriorityFeePerGas),
  }
}

/** Fees high enough to take the place of a transaction with `fees`: nodes ask for 10 to 12.5 % more of both. */
export function raiseFees(fees: Fees): Fees {
  const raise = (fee: bigint) => (fee * 113n) / 100n + 1n
  return {
    maxFeePerGas: raise(fees.maxFeePerGas),
    maxPriorityFeePerGas: raise(fees.maxPriorityFeePerGas),
  }
}
