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

/** The registry of names, at one address on every network that has it. */
export const nameRegistry: Address = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e'

const abi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function addr(bytes32 node) view returns (address)',
])

/** Where a name leads: to an address, nowhere, or nowhere because the network knows no names. */
export type FoundName =
  | { readonly address: Address }
  | { readonly problem: 'unknown-name' | 'no-names' }

/**
 * Looks a name up on the chain (ERC-137). Names that are kept elsewhere (ERC-3668) lead nowhere here: pages ask
 * no other host.
 *
 * @throws what the network throws, where it does not answer.
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

/** A text that cannot be a name is the name of nobody. */
function nodeOf(name: string) {
  try {
    return namehash(normalize(name))
  } catch {
    return undefined
  }
}

/** A resolver that refuses leads nowhere; a network that does not answer is no answer. */
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
