import { encodeFunctionData, parseAbi } from 'viem'
import { boundedCall } from '@/lib/chain/reads/bounded-call'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

const walletAbi = parseAbi([
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])

/** Gas that a wallet may use to judge an order's signature, as a solver would grant it. */
export const orderSignatureGas = 2_000_000n

// What the settlement contract accepts, run here: a whole word that begins with the magic value. It cuts
// the rest of the word off instead of refusing it, but reverts on a shorter answer.
const magicWord = /^0x1626ba7e[0-9a-f]{56}/

// Contracts of the protocol itself: no code, and one of them (4) answers with the question, which begins with the
// magic value. The settlement contract asks nobody without code.
const highestPrecompile = 0xffffn

/** A question to a wallet contract. */
export type ContractSignature = {
  readonly chainId: number
  readonly owner: Address
  readonly digest: Hex
  readonly signature: Hex
  /** Gas that the wallet may use. */
  readonly gas: bigint
}

/**
 * Whether the wallet contract `owner` takes `signature` for `digest` (ERC-1271), judged as the
 * settlement contract does. An address without code never does.
 *
 * @throws {ServiceError} InternalServerError when the RPC is down, so that an outage is no verdict.
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

/** The call of `isValidSignature` that asks it. */
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

/** Whether the settlement contract takes what `isValidSignature` answered for a yes. */
export function isMagicAnswer(answer: Hex): boolean {
  return magicWord.test(answer)
}
