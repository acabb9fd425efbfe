import type { Client } from 'viem'
import { signTypedData } from 'viem/actions'
import { affiliateTypedData } from '@/lib/affiliate/registration/affiliate-code'
import { askWallet } from '@/lib/client/wallet/ask-wallet'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/**
 * Has the wallet sign a registration. The domain has no chain id, so the wallet's network does not matter; the message
 * always contains chain 1. Spec: Authentication.
 */
export function signAffiliateCode(
  client: Client,
  registration: { walletAddress: Address; code: string; affiliateName: string },
): Promise<Hex> {
  const typedData = affiliateTypedData(registration.affiliateName, registration)
  const account = registration.walletAddress
  return askWallet(() => signTypedData(client, { account, ...typedData }))
}
