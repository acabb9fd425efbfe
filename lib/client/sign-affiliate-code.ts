import type { Client } from 'viem'
import { signTypedData } from 'viem/actions'
import { affiliateTypedData } from '@/lib/affiliate/registration/affiliate-code'
import { askWallet } from '@/lib/client/wallet/ask-wallet'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/**
 * Has the wallet sign a registration. The domain names no chain, so any network will do; the message
 * says chain 1 always. Spec: Authentication.
 */
export function signAffiliateCode(
  client: Client,
  registration: { walletAddress: Address; code: string; affiliateName: string },
): Promise<Hex> {
  const typedData = affiliateTypedData(registration.affiliateName, registration)
  const account = registration.walletAddress
  return askWallet(() => signTypedData(client, { account, ...typedData }))
}
