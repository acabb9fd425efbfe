import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { affiliateTypedData } from '@/lib/affiliate/registration/affiliate-code'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** The signing name of test contexts. */
export const affiliateName = 'Coincide Affiliate'

/** What a wallet signs to bind a code. */
export type SignedCode = ReturnType<typeof affiliateTypedData>

/** A wallet of its own. */
export function createWallet() {
  const account = privateKeyToAccount(generatePrivateKey())
  return { account, address: toAddress(account.address) }
}

/** A wallet that can sign. */
export type Wallet = ReturnType<typeof createWallet>

/** A registration as it is submitted. */
export type TestRegistration = {
  readonly pathAddress: Address
  readonly walletAddress: Address
  readonly code: string
  readonly signedMessage: Hex
}

let sequence = 0

/** A code that no other test of the file has. */
export const newCode = () => `CODE-${String(++sequence).padStart(4, '0')}`

/** A registration that a wallet has signed; `change` is made to what it signs, and to nothing else. */
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
