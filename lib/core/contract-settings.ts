import { type Address, parseAddress } from './address'
import { defaultSettlement, findNetwork, nativeOrdersContract, networks } from './networks'

// Settings that name contracts, read from text.

/**
 * Reads `ONCHAIN_ORDER_CONTRACTS`, by network: `none`, or addresses that count on every network
 * (`address`) or on one (`network:address`). Without it the public contract counts, whose orders are for the
 * public settlement contract and settle through no other.
 *
 * @throws {Error} naming the part that is none of these.
 */
export function parseOrderContracts(
  given: string | undefined,
  settlement: Address,
): ReadonlyMap<number, readonly Address[]> {
  const text = given ?? (settlement === defaultSettlement ? nativeOrdersContract : 'none')
  return readContracts('ONCHAIN_ORDER_CONTRACTS', text)
}

/**
 * Reads `NATIVE_ORDER_CONTRACTS`, written as `ONCHAIN_ORDER_CONTRACTS` is: those of its contracts, one to a network,
 * that the native token is sold through. Without it the public one counts where it is among them.
 *
 * @throws {Error} naming the network that has several, or a contract whose orders do not count there.
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
 * Reads `HOOKS_TRAMPOLINE`; undefined: each network's public one.
 *
 * @throws {Error} when it is no address, or missing for a settlement contract of one's own: a trampoline
 *   serves one settlement contract.
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
