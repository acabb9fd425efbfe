import { parseAbi } from 'viem'
import type { Config } from 'wagmi'
import { getConnection, readContract, signTypedData } from 'wagmi/actions'
import type { OrderSigner } from '@/lib/client/sign-order'
import { toAddress, zeroAddress } from '@/lib/core/address'
import { askWallet } from './ask-wallet'

const domainAbi = parseAbi(['function domainSeparator() view returns (bytes32)'])

/** The connected wallet as the signer of a network's orders; its chain id is asked anew each time. */
export function walletSigner(config: Config, chainId: number): OrderSigner {
  return {
    account: async () => toAddress(getConnection(config).address ?? zeroAddress),
    chainId: async () => (await getConnection(config).connector?.getChainId()) ?? 0,
    domainSeparator: (address) =>
      readContract(config, { chainId, address, abi: domainAbi, functionName: 'domainSeparator' }),
    signTypedData: (typedData) => askWallet(() => signTypedData(config, typedData)),
  }
}
