import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { affiliateTypedData } from '@/lib/affiliate/registration/affiliate-code'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** The EIP-712 domain name in test contexts. */
export const affiliateName = 'Coincide Affiliate'

/** The EIP-712 typed data with which a wallet registers a code. */
export type SignedCode = ReturnType<typeof affiliateTypedData>

/** Creates a wallet with a fresh private key. */
export function createWallet() {
  const account = privateKeyToAccount(generatePrivateKey())
  return { account, address: toAddress(account.address) }
}

/** A wallet that can sign. */
export type Wallet = ReturnType<typeof createWallet>

/** A registration as submitted to the API. */
export type TestRegistration = {
  readonly pathAddress: Address
  readonly walletAddress: Address
  readonly code: string
  readonly signedMessage: Hex
}

let sequence = 0

/** Returns a code that no other test of the file uses. */
export const newCode = () => `CODE-${String(++sequence).padStart(4, '0')}`

/** Signs a registration; `change` alters only the signed typed data, not the submitted fields. */
export async function signRegistration({
  wallet = createWallet(),
  code = newCode(),
  change = (data: SignedCode): unknown => data,
}: {
  readonly wallet?: Wallet
  readonly code?: string
  readonly change?: (data: SignedCode) => unknown
} = {}): Promise<TestRegistration> {
  const { account, address } = wallet
  const data = affiliateTypedData(affiliateName, { walletAddress: address, code })
  const signedMessage = await account.signTypedData(change(data) as SignedCode)
  return { pathAddress: address, walletAddress: address, code, signedMessage }
}
