import { simulateAfter } from '@/lib/chain/simulation/bounded-simulation'
import type { Context } from '@/lib/context'
import type { Interaction } from '@/lib/core/interaction'
import { invalidSignature } from '@/lib/orders/placement/identify-owner'
import {
  type ContractSignature,
  encodeSignatureCall,
  isMagicAnswer,
  orderSignatureGas,
} from './contract-signature'

/**
 * Verifies an order's ERC-1271 signature after its pre-hooks, which may deploy the wallet, and returns the gas used.
 *
 * @throws {ServiceError} InvalidSignature when the wallet rejects it, InternalServerError when the RPC does not answer.
 */
export async function checkContractSignature(
  ctx: Context,
  question: Omit<ContractSignature, 'gas'> & { readonly pre: readonly Interaction[] },
): Promise<bigint> {
  const { chainId, owner, digest, pre } = question
  const call = {
    from: ctx.config.settlementContract,
    to: owner,
    data: encodeSignatureCall(question),
    gas: orderSignatureGas,
  }
  const outcomes = await simulateAfter(ctx, { chainId, interactions: pre, calls: [call] })
  const answer = outcomes?.[0]
  if (answer?.succeeded && isMagicAnswer(answer.returnData)) return answer.gasUsed
  throw invalidSignature(`the contract ${owner} does not accept this signature for ${digest}`)
}
