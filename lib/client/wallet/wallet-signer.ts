import type { Config } from 'wagmi'
import { getConnection, signTypedData } from 'wagmi/actions'
import type { OrderSigner } from '@/lib/client/sign-order'
import { toAddress, zeroAddress } from '@/lib/core/address'

/** The connected wallet as the signer of orders; its chain id is asked anew each time. */
export function walletSigner(config: Config): OrderSigner {
  return {
    account: async () => toAddress(getConnection(config).address ?? zeroAddress),
    chainId: async () => (await getConnection(config).connector?.getChainId()) ?? 0,
    signTypedData: (typedData) => signTypedData(config, typedData),
  }
}

/** Whether a wallet's error says that its owner declined (EIP-1193 code 4001), however deep it is wrapped. */
export function isDeclined(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && current.code === 4001) return true
  }
  return false
}
