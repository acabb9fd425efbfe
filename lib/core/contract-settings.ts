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
  const contracts = new Map<number, Address[]>(networks.map(({ chainId }) => [chainId, []]))
  if (text === 'none') return contracts
  for (const part of text.split(',')) {
    const [, segment, tail = ''] = part.trim().match(/^(?:(\w+):)?(0x\w+)$/) ?? []
    const address = parseAddress(tail)
    const network = segment === undefined ? undefined : findNetwork(segment)
    if (!address || (segment !== undefined && !network)) {
      throw new Error(
        `ONCHAIN_ORDER_CONTRACTS: ${part.trim()} is neither none, an address, nor network:address`,
      )
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
