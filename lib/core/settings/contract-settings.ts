import { type Address, parseAddress } from '@/lib/core/address'
import { defaultSettlement, findNetwork, nativeOrdersContract, networks } from '@/lib/core/networks'

// Parses settings that name contracts.

/**
 * Parses `ONCHAIN_ORDER_CONTRACTS`, by network: `none`, or addresses for every network (`address`) or for one
 * (`network:address`). By default the public contract is read, but only with the public settlement contract: its orders
 * settle through no other.
 *
 * @throws {Error} naming the malformed part.
 */
export function parseOrderContracts(
  given: string | undefined,
  settlement: Address,
): ReadonlyMap<number, readonly Address[]> {
  const text = given ?? (settlement === defaultSettlement ? nativeOrdersContract : 'none')
  return readContracts('ONCHAIN_ORDER_CONTRACTS', text)
}

/**
 * Parses `NATIVE_ORDER_CONTRACTS`, written like `ONCHAIN_ORDER_CONTRACTS`: the one contract of each network through
 * which the native token is sold. By default it is the public one, where that one places orders.
 *
 * @throws {Error} naming a network with several contracts, or a contract whose orders are not read there.
 */
export function parseNativeOrders(
  given: string | undefined,
  placing: ReadonlyMap<number, readonly Address[]>,
): ReadonlyMap<number, Address> {
  const name = 'NATIVE_ORDER_CONTRACTS'
  const found = new Map<number, Address>()
  for (const [chainId, contracts] of readContracts(name, given ?? nativeOrdersContract)) {
    const [contract, another] = contracts
    if (another) throw new Error(`${name}: network ${chainId} has more than one`)
    if (contract && placing.get(chainId)?.includes(contract)) found.set(chainId, contract)
    else if (contract && given !== undefined) {
      throw new Error(`${name}: ${contract} is none of the ONCHAIN_ORDER_CONTRACTS of ${chainId}`)
    }
  }
  return found
}

function readContracts(name: string, text: string): ReadonlyMap<number, readonly Address[]> {
  const contracts = new Map<number, Address[]>(networks.map(({ chainId }) => [chainId, []]))
  if (text === 'none') return contracts
  for (const part of text.split(',')) {
    const [, segment, tail = ''] = part.trim().match(/^(?:(\w+):)?(0x\w+)$/) ?? []
    const address = parseAddress(tail)
    const network = segment === undefined ? undefined : findNetwork(segment)
    if (!address || (segment !== undefined && !network)) {
      throw new Error(`${name}: ${part.trim()} is neither none, an address, nor network:address`)
    }
    for (const [chainId, addresses] of contracts) {
      if (!network || network.chainId === chainId) addresses.push(address)
    }
  }
  return contracts
}

/**
 * Parses `HOOKS_TRAMPOLINE`; undefined: each network's public one.
 *
 * @throws {Error} when malformed, or missing for a custom settlement contract: a trampoline serves one settlement
 * contract.
 */
export function parseTrampoline(
  text: string | undefined,
  settlement: Address,
): Address | undefined {
  const trampoline = text === undefined ? undefined : parseAddress(text)
  if (text !== undefined && !trampoline) {
    throw new Error('HOOKS_TRAMPOLINE: must be a 20-byte address')
  }
  if (!trampoline && settlement !== defaultSettlement) {
    throw new Error('HOOKS_TRAMPOLINE: name the trampoline deployed for your SETTLEMENT_CONTRACT')
  }
  return trampoline
}
