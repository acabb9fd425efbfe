import type { Config } from 'wagmi'
import { signMessage } from 'wagmi/actions'
import { type SignedIn, signIn } from '@/lib/client/sign-in'
import type { Address } from '@/lib/core/address'
import { askWallet } from './ask-wallet'

/**
 * Signs the connected account in; `chainId` is a network of this instance, for a contract wallet its own.
 * @throws the errors of {@link signIn}; EIP-1193 code 4001 if the owner declines.
 */
export function signInWallet(
  config: Config,
  { account, chainId }: { readonly account: Address; readonly chainId: number },
): Promise<SignedIn> {
  return signIn({
    ...{ account, chainId },
    origin: globalThis.location.origin,
    sign: (message) => askWallet(() => signMessage(config, { account, message })),
  })
}
