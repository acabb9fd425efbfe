import { parseUnits } from 'viem'
import { findNetwork, networks } from './networks'

type Form = {
  readonly name: string
  /** Decimals of the unit that the setting is written in: 9 for gwei, 18 for native tokens. */
  readonly decimals: number
  /** What counts on a network for which nothing is set, in that unit. */
  readonly fallback: (chainId: number) => string
}

/**
 * Reads a setting in wei by network: one amount for all (`3`), or amounts of networks by commas (`1:3,gnosis:2`);
 * networks that it does not name have the default.
 *
 * @throws {Error} naming the part that is neither, or names a network again.
 */
export function parseNetworkAmounts(
  text: string | undefined,
  { name, decimals, fallback }: Form,
): ReadonlyMap<number, bigint> {
  const amounts = new Map(
    networks.map(({ chainId }) => [chainId, parseUnits(fallback(chainId), decimals)]),
  )
  const parts = text?.split(',') ?? []
  const named = new Set<number>()
  for (const part of parts) {
    const [, segment, amount] = part.trim().match(/^(?:(\w+):)?(\d{1,9}(?:\.\d{1,9})?)$/) ?? []
    const network = segment === undefined ? undefined : findNetwork(segment)
    if (amount === undefined || (segment !== undefined && !network)) {
      throw new Error(`${name}: ${part.trim()} is neither an amount nor network:amount`)
    }
    // Beside others it would overrule what a network's own amount limits.
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
