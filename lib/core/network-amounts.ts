import { parseUnits } from 'viem'
import { findNetwork, networks } from './networks'
import type { Network } from './networks/network'

type AmountFormat = {
  readonly name: string
  /** Decimals of the setting's unit: 9 for gwei, 18 for native tokens. */
  readonly decimals: number
  /** Default of a network, in that unit. */
  readonly fallback: (network: Network) => string
}

/**
 * Parses a setting per network into wei: one amount for all (`3`), or comma-separated amounts (`1:3,gnosis:2`).
 * Networks that are not named keep the default.
 *
 * @throws {Error} naming the part that is malformed or repeats a network.
 */
export function parseNetworkAmounts(
  text: string | undefined,
  { name, decimals, fallback }: AmountFormat,
): ReadonlyMap<number, bigint> {
  const amounts = new Map(
    networks.map((network) => [network.chainId, parseUnits(fallback(network), decimals)]),
  )
  const parts = text?.split(',') ?? []
  const named = new Set<number>()
  for (const part of parts) {
    const [, segment, amount] = part.trim().match(/^(?:(\w+):)?(\d{1,9}(?:\.\d{1,9})?)$/) ?? []
    const network = segment === undefined ? undefined : findNetwork(segment)
    if (amount === undefined || (segment !== undefined && !network)) {
      throw new Error(`${name}: ${part.trim()} is neither an amount nor network:amount`)
    }
    // In a list it would override a network's own limit.
    if (!network && parts.length > 1) {
      throw new Error(`${name}: ${amount} is for all networks and stands alone`)
    }
    if (network && named.has(network.chainId)) {
      throw new Error(`${name}: ${part.trim()} names ${network.name} again`)
    }
    if (network) named.add(network.chainId)
    for (const chainId of network ? [network.chainId] : amounts.keys()) {
      amounts.set(chainId, parseUnits(amount, decimals))
    }
  }
  return amounts
}
