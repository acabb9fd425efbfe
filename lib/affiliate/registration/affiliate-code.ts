import type { TypedDataDomain } from 'viem'
import type { Address } from '@/lib/core/address'

/** The chain that every registration is signed for and verified on. Spec: Authentication. */
export const affiliateChainId = 1

/** EIP-712 types of a registration, in the spec's field order. */
export const affiliateTypes = {
  AffiliateCode: [
    { name: 'walletAddress', type: 'address' },
    { name: 'code', type: 'string' },
    { name: 'chainId', type: 'uint256' },
  ],
} as const

/**
 * Normalises a code: trimmed spaces, upper case, 5 to 20 of `A-Z0-9_-`; undefined when invalid. Validates before
 * upper-casing, since `ß` becomes `SS`.
 */
export function parseAffiliateCode(text: string): string | undefined {
  const code = text.replace(/^ +| +$/g, '')
  return /^[A-Za-z0-9_-]{5,20}$/.test(code) ? code.toUpperCase() : undefined
}

/** Returns the EIP-712 domain of registrations; `name` is the service's affiliate signing name. */
export function affiliateDomain(name: string) {
  return { name, version: '1' } as const satisfies TypedDataDomain
}

/** Builds the typed data that a wallet signs to register `code`. */
export function affiliateTypedData(
  name: string,
  { walletAddress, code }: { walletAddress: Address; code: string },
) {
  return {
    domain: affiliateDomain(name),
    types: affiliateTypes,
    primaryType: 'AffiliateCode',
    message: { walletAddress, code, chainId: BigInt(affiliateChainId) },
  } as const
}
