import { parseAbi } from 'viem'
import type { Config } from 'wagmi'
import { getConnection, readContract, signTypedData } from 'wagmi/actions'
import type { ContractSigner } from '@/lib/client/sign-order'
import { toAddress, zeroAddress } from '@/lib/core/address'
import { askWallet } from './ask-wallet'

const domainAbi = parseAbi(['function domainSeparator() view returns (bytes32)'])
const contractAbi = parseAbi([
  'function isValidSignature(bytes32 digest, bytes signature) view returns (bytes4)',
])
/** The ERC-1271 magic value. */
const magicValue = '0x1626ba7e'

/** Returns the connected wallet as a signer; reads its chain id for every signature. */
export function walletSigner(config: Config, chainId: number): ContractSigner {
  return {
    account: async () => toAddress(getConnection(config).address ?? zeroAddress),
    chainId: async () => (await getConnection(config).connector?.getChainId()) ?? 0,
    domainSeparator: (address) =>
      readContract(config, { chainId, address, abi: domainAbi, functionName: 'domainSeparator' }),
    signTypedData: (typedData) => askWallet(() => signTypedData(config, typedData)),
    isValidSignature: (address, { digest, signature }) =>
      readContract(config, {
        ...{ chainId, address, abi: contractAbi, functionName: 'isValidSignature' },
        args: [digest, signature],
      }).then(
        (answer) => answer === magicValue,
        () => false,
      ),
  }
}
