import { eip7825Gas } from '@/lib/core/networks/network'

/** How a public network behaves towards a service, as far as it differs from an embedded chain. */
export type ChainProfile = {
  readonly chainId: number
  /** Milliseconds between blocks. */
  readonly blockMs: number
  /** Wei; the base fee stays within an eighth of it, unless an adversary raises it. */
  readonly baseFee: bigint
  /** Gas limit of a block. */
  readonly blockGas: bigint
  /** Maximum gas of a transaction; undefined: that of a block. */
  readonly transactionGas?: bigint
  /** Wei (Base) or gas (Arbitrum) that each transaction pays for its data. */
  readonly dataFee?: bigint
  /** The limit that a node sets to `eth_getLogs`, in the words of a provider. */
  readonly logs: { readonly maxBlocks: bigint; readonly refusal: string }
}

const gwei = 10n ** 9n

/** The five networks. Block times are the real ones; fees are those of a quiet day; limits those of common providers. */
export const chainProfiles: readonly ChainProfile[] = [
  {
    chainId: 1,
    blockMs: 12_000,
    baseFee: 2n * gwei,
    blockGas: 60_000_000n,
    transactionGas: eip7825Gas,
    // Alchemy, free plan
    logs: {
      maxBlocks: 10n,
      refusal:
        'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range.',
    },
  },
  {
    chainId: 100,
    blockMs: 5_000,
    baseFee: gwei,
    blockGas: 30_000_000n,
    transactionGas: eip7825Gas,
    // Erigon
    logs: { maxBlocks: 1_000n, refusal: 'query block range exceeds server limit' },
  },
  {
    chainId: 42161,
    blockMs: 250,
    baseFee: gwei / 100n,
    blockGas: 32_000_000n,
    dataFee: 30_000n,
    // Infura
    logs: { maxBlocks: 500n, refusal: 'query returned more than 10000 results' },
  },
  {
    chainId: 8453,
    blockMs: 2_000,
    baseFee: gwei / 200n,
    blockGas: 400_000_000n,
    transactionGas: eip7825Gas,
    dataFee: 10n ** 12n,
    // QuickNode, free plan
    logs: { maxBlocks: 5n, refusal: 'eth_getLogs is limited to a 5 range' },
  },
  {
    chainId: 11155111,
    blockMs: 12_000,
    baseFee: gwei,
    blockGas: 60_000_000n,
    transactionGas: eip7825Gas,
    // Reth
    logs: { maxBlocks: 1_000n, refusal: 'query exceeds max block range 1000' },
  },
]

/** Returns the profile of a network. Throws a RangeError for an unknown chain id. */
export function getChainProfile(chainId: number): ChainProfile {
  const found = chainProfiles.find((profile) => profile.chainId === chainId)
  if (!found) throw new RangeError(`no profile of chain ${chainId}`)
  return found
}
