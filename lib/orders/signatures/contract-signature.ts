import { encodeFunctionData, parseAbi } from 'viem'
import { boundedCall } from '@/lib/chain/reads/bounded-request'
import { simulateAfter } from '@/lib/chain/simulation/bounded-simulation'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Interaction } from '@/lib/core/interaction'
import { invalidSignature } from './signature'

const walletAbi = parseAbi([
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])

/** Gas limit for an order's ERC-1271 signature check: a quarter of what settling one order may take. */
export const orderSignatureGas = 2_000_000n

// The settlement contract accepts a full word that starts with the magic value. It truncates the rest of the word
// instead of rejecting it, but reverts on a shorter answer.
const magicWord = /^0x1626ba7e[0-9a-f]{56}/

// Precompiles have no code, and identity (0x04) echoes its input, which starts with the magic value. The settlement
// contract rejects accounts without code.
const highestPrecompile = 0xffffn

/** An ERC-1271 signature and the wallet contract to verify it. */
export type ContractSignature = {
  readonly chainId: number
  readonly owner: Address
  readonly digest: Hex
  readonly signature: Hex
  /** Gas limit of the call. */
  readonly gas: bigint
}

/**
 * Whether the wallet contract `owner` accepts `signature` for `digest` (ERC-1271), by the settlement contract's rules.
 * Always false for an address without code.
 *
 * @throws {ServiceError} InternalServerError when the RPC is down, so that an outage is not a verdict.
 */
export async function isContractSignature(
  ctx: Context,
  question: ContractSignature,
): Promise<boolean> {
  const { chainId, owner, gas } = question
  if (BigInt(owner) <= highestPrecompile) return false
  const data = encodeSignatureCall(question)
  const answer = await boundedCall(ctx, { chainId, to: owner, data, gas })
  return answer !== undefined && isMagicAnswer(answer)
}

/** Encodes the call of `isValidSignature`. */
export function encodeSignatureCall({
  digest,
  signature,
}: Pick<ContractSignature, 'digest' | 'signature'>): Hex {
  return encodeFunctionData({
    abi: walletAbi,
    functionName: 'isValidSignature',
    args: [digest, signature],
  })
}

/** Whether the settlement contract accepts this return data of `isValidSignature`. */
export function isMagicAnswer(answer: Hex): boolean {
  return magicWord.test(answer)
}

/**
 * Verifies an order's ERC-1271 signature after its pre-hooks, which may deploy the wallet, and returns the gas used.
 *
 * @throws {ServiceError} InvalidSignature when the wallet rejects it or its check uses more than `MAX_SIGNATURE_GAS`,
 * InternalServerError when the RPC does not answer.
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
  const isAccepted = answer?.succeeded && isMagicAnswer(answer.returnData)
  const { maxSignatureGas } = ctx.config
  if (isAccepted && answer.gasUsed <= maxSignatureGas) return answer.gasUsed
  if (isAccepted) {
    throw invalidSignature(
      `the contract ${owner} uses ${answer.gasUsed} gas to check this signature, at most ${maxSignatureGas} is allowed`,
    )
  }
  throw invalidSignature(`the contract ${owner} does not accept this signature for ${digest}`)
}
