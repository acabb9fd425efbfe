import {
  BaseError,
  type Client,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  namehash,
  parseAbi,
} from 'viem'
import { readContract } from 'viem/actions'
import { type Address, toAddress, zeroAddress } from '@/lib/core/address'
import { hasNames, nameRegistry } from './name-registry'

const abi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function addr(bytes32 node) view returns (address)',
  'function name(bytes32 node) view returns (string)',
])

/** Why a name leads to no address. */
export type NameProblem =
  /** It is unregistered, or has no address. */
  | 'unknown-name'
  /** ENSIP-15 forbids its characters: invisible ones, or a mix of scripts that look alike. */
  | 'invalid-name'
  /** Its data is off the chain (ERC-3668). */
  | 'offchain-name'
  /** This network has no name service. */
  | 'no-names'

/** The result of a name lookup: the normalised name and its address, or the reason why there is none. */
export type FoundName =
  | { readonly name: string; readonly address: Address }
  | { readonly problem: NameProblem }

/**
 * Resolves a name on the network's own registry (ERC-137). Names with off-chain data (ERC-3668) do not resolve, because
 * pages contact no other hosts.
 * @throws the network's error if it does not answer.
 */
export async function findName(client: Client, typed: string): Promise<FoundName> {
  if (!(await hasNames(client))) return { problem: 'no-names' }
  const name = await normalized(typed)
  if (name === undefined) return { problem: 'invalid-name' }
  const address = await readName(client, name, 'addr')
  if (address === offChain) return { problem: 'offchain-name' }
  if (address === undefined || address === zeroAddress) return { problem: 'unknown-name' }
  return { name, address: toAddress(address) }
}

/**
 * Returns the name that an account has chosen for itself (ERC-181), if this name resolves to the same account: anyone can
 * choose any name. Undefined if there is none, or it is not normalised, since such a name may imitate another one. The
 * network must have a name service.
 * @throws the network's error if it does not answer.
 */
export async function findPrimaryName(
  client: Client,
  account: Address,
): Promise<string | undefined> {
  const chosen = await readName(client, `${account.slice(2).toLowerCase()}.addr.reverse`, 'name')
  if (!chosen || chosen === offChain || chosen.length > maxLength) return undefined
  if ((await normalized(chosen)) !== chosen) return undefined
  return (await readName(client, chosen, 'addr'))?.toLowerCase() === account.toLowerCase()
    ? chosen
    : undefined
}

/** Longer names are not shown. */
const maxLength = 100

/** Marks a resolver's answer that is to be fetched from another host. */
const offChain = 'off-chain'

/** Reads a record by the name's resolver; undefined if there is none or the resolver refuses. */
async function readName(
  client: Client,
  name: string,
  record: 'addr' | 'name',
): Promise<string | undefined> {
  const read = { abi, args: [namehash(name)] } as const
  // By itself the library would follow an off-chain lookup to the host that the resolver names. Each read needs the one
  // before, so a multicall would only hide who is asked.
  const here = { ...client, ccipRead: false, batch: undefined } as unknown as Client
  const resolver = await readContract(here, {
    ...{ ...read, address: nameRegistry, functionName: 'resolver' },
  })
  if (resolver === zeroAddress) return undefined
  return readContract(here, { ...read, address: resolver, functionName: record }).catch(readRefusal)
}

/** Normalises a name (ENSIP-15); undefined if it is not one. The tables load on use. */
async function normalized(name: string): Promise<string | undefined> {
  const { normalize } = await import('viem/ens')
  try {
    return normalize(name)
  } catch {
    return undefined
  }
}

/** `OffchainLookup(address,string[],bytes,bytes4,bytes)` of ERC-3668. */
const offchainLookup = '0x556f1830'

/** A resolver that reverts resolves to nothing; an unreachable network is an error. */
function readRefusal(error: unknown): string | undefined {
  if (!(error instanceof BaseError)) throw error
  const refusal = error.walk(
    (cause) =>
      cause instanceof ContractFunctionRevertedError ||
      cause instanceof ContractFunctionZeroDataError,
  )
  if (refusal === null) throw error
  const { raw } = refusal as Partial<ContractFunctionRevertedError>
  return raw?.startsWith(offchainLookup) ? offChain : undefined
}
