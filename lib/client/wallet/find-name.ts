import {
  BaseError,
  type Client,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  namehash,
  parseAbi,
} from 'viem'
import { getCode, readContract } from 'viem/actions'
import { normalize } from 'viem/ens'
import { type Address, toAddress, zeroAddress } from '@/lib/core/address'

/** The ENS registry, at the same address on every network that has it. */
export const nameRegistry: Address = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'

const abi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function addr(bytes32 node) view returns (address)',
])

/** The result of a name lookup: an address, none, or no name service on this network. */
export type FoundName =
  | { readonly address: Address }
  | { readonly problem: 'unknown-name' | 'no-names' }

/**
 * Resolves a name on-chain (ERC-137). Names with off-chain data (ERC-3668) do not resolve here, since pages contact no
 * other hosts.
 * @throws the network's error if it does not answer.
 */
export async function findName(client: Client, name: string): Promise<FoundName> {
  const code = await getCode(client, { address: nameRegistry })
  if (code === undefined || code === '0x') return { problem: 'no-names' }
  const node = nodeOf(name)
  if (node === undefined) return { problem: 'unknown-name' }
  const read = { abi, args: [node] } as const
  const resolver = await readContract(client, {
    ...{ ...read, address: nameRegistry, functionName: 'resolver' },
  })
  if (resolver === zeroAddress) return { problem: 'unknown-name' }
  const address = await readContract(client, {
    ...{ ...read, address: resolver, functionName: 'addr' },
  }).catch(readRefusal)
  return address === zeroAddress ? { problem: 'unknown-name' } : { address: toAddress(address) }
}

/** A text that cannot be a name is unregistered. */
function nodeOf(name: string) {
  try {
    return namehash(normalize(name))
  } catch {
    return undefined
  }
}

/** A resolver that reverts resolves to nothing; an unreachable network is an error. */
function readRefusal(error: unknown): Address {
  const isRefusal =
    error instanceof BaseError &&
    error.walk(
      (cause) =>
        cause instanceof ContractFunctionRevertedError ||
        cause instanceof ContractFunctionZeroDataError,
    ) !== null
  if (isRefusal) return zeroAddress
  throw error
}
