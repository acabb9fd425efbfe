import { domainSeparator, encodeFunctionData, parseSignature } from 'viem'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { type AppDataHook, permitGas } from './app-data-hook'

/** A token's kind of permit: for an amount (EIP-2612), or, as in DAI, all or nothing. */
export type PermitForm = 'amount' | 'all'

type Domain = {
  readonly name: string
  readonly version?: string
  readonly chainId: number
  readonly verifyingContract: Address
}

/** A token's answers; undefined: none. */
export type PermitFacts = {
  readonly chainId: number
  readonly token: Address
  readonly name: string | undefined
  readonly version: string | undefined
  readonly separator: Hex | undefined
  /** `PERMIT_TYPEHASH`, which many tokens do not expose. */
  readonly typehash: Hex | undefined
  /** The owner's next nonce. */
  readonly nonce: bigint | undefined
}

/** The parameters of a permit for a spender. */
export type PermitTerms = {
  readonly form: PermitForm
  readonly domain: Domain
  readonly nonce: bigint
}

const typehashes: Readonly<Record<string, PermitForm>> = {
  '0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9': 'amount',
  '0xea2aa0a1be11a07ed86d755c93467f4f82362b452371d1ba94d1715123511acb': 'all',
}

/**
 * Determines a token's kind of permit; undefined unless certain: the domain that the wallet would sign must match the
 * token's domain separator.
 */
export function findPermitTerms(facts: PermitFacts): PermitTerms | undefined {
  const { chainId, token, name, version, separator, typehash, nonce } = facts
  if (name === undefined || separator === undefined || nonce === undefined) return undefined
  const form = typehash === undefined ? 'amount' : typehashes[typehash]
  if (form === undefined) return undefined
  const base = { name, chainId, verifyingContract: token }
  const versions = [version, '1', '2'].filter((each) => each !== undefined)
  const domains: Domain[] = [...versions.map((each) => ({ ...base, version: each })), base]
  const domain = domains.find((each) => domainSeparator({ domain: each }) === separator)
  return domain && { form, domain, nonce }
}

/** Owner, spender, amount and deadline (Unix seconds). */
export type PermitGrant = {
  readonly owner: Address
  readonly spender: Address
  readonly amount: bigint
  readonly deadline: number
}

const amountTypes = [
  { name: 'owner', type: 'address' },
  { name: 'spender', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
] as const
const allTypes = [
  { name: 'holder', type: 'address' },
  { name: 'spender', type: 'address' },
  { name: 'nonce', type: 'uint256' },
  { name: 'expiry', type: 'uint256' },
  { name: 'allowed', type: 'bool' },
] as const

/** The typed data to sign. */
export function permitTypedData({ form, domain, nonce }: PermitTerms, grant: PermitGrant) {
  const { owner, spender, amount } = grant
  const deadline = BigInt(grant.deadline)
  const primaryType = 'Permit' as const
  return form === 'amount'
    ? {
        ...{ domain, primaryType, types: { Permit: amountTypes } },
        message: { owner, spender, value: amount, nonce, deadline },
      }
    : {
        ...{ domain, primaryType, types: { Permit: allTypes } },
        message: { holder: owner, spender, nonce, expiry: deadline, allowed: true },
      }
}

const signatureInputs = [
  { name: 'v', type: 'uint8' },
  { name: 'r', type: 'bytes32' },
  { name: 's', type: 'bytes32' },
] as const
const [ownerInput, spenderInput, valueInput, , deadlineInput] = amountTypes
const permitAbi = [
  {
    type: 'function',
    name: 'permit',
    stateMutability: 'nonpayable',
    inputs: [ownerInput, spenderInput, valueInput, deadlineInput, ...signatureInputs],
    outputs: [],
  },
] as const
const allAbi = [
  {
    type: 'function',
    name: 'permit',
    stateMutability: 'nonpayable',
    inputs: [...allTypes, ...signatureInputs],
    outputs: [],
  },
] as const

/** Builds the pre-hook that submits a signed permit. */
export function permitHook(
  { form, domain, nonce }: PermitTerms,
  { owner, spender, amount, deadline }: PermitGrant,
  signature: Hex,
): AppDataHook {
  const { r, s, yParity } = parseSignature(signature)
  const sealed = [27 + yParity, r, s] as const
  const until = BigInt(deadline)
  const callData =
    form === 'amount'
      ? encodeFunctionData({ abi: permitAbi, args: [owner, spender, amount, until, ...sealed] })
      : encodeFunctionData({ abi: allAbi, args: [owner, spender, nonce, until, true, ...sealed] })
  return { target: domain.verifyingContract, callData, gasLimit: permitGas }
}
