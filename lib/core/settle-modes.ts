import { findNetwork, networks } from './networks'

/**
 * How the winners of auctions are settled: `shadow` simulates and stores them but sends nothing, `canary` sends them up
 * to value caps, `on` sends all.
 */
export type SettleMode = 'shadow' | 'canary' | 'on'

/**
 * Parses `SETTLE`: one mode for all networks (`on`), or comma-separated modes (`mainnet:canary,gnosis:on`). Networks
 * that are not named default to `on` when embedded, else to `shadow`.
 *
 * @throws {Error} naming the part that is malformed or repeats a network.
 */
export function parseSettleModes(
  text: string | undefined,
  embeddedChainIds: readonly number[],
): ReadonlyMap<number, SettleMode> {
  const modes = new Map<number, SettleMode>(
    networks.map(({ chainId }) => [chainId, embeddedChainIds.includes(chainId) ? 'on' : 'shadow']),
  )
  const parts = text?.split(',') ?? []
  const named = new Set<number>()
  for (const part of parts) {
    const [, segment, mode] = part.trim().match(/^(?:(\w+):)?(shadow|canary|on)$/) ?? []
    const network = segment === undefined ? undefined : findNetwork(segment)
    if (!mode || (segment !== undefined && !network)) {
      throw new Error(`SETTLE: ${part.trim()} is none of shadow, canary, on, nor network:mode`)
    }
    // In a list it would override what a network's own mode forbids.
    if (!network && parts.length > 1) {
      throw new Error(`SETTLE: ${mode} is for all networks and stands alone`)
    }
    if (network && named.has(network.chainId)) {
      throw new Error(`SETTLE: ${part.trim()} names ${network.name} again`)
    }
    if (network) named.add(network.chainId)
    for (const chainId of network ? [network.chainId] : modes.keys()) {
      modes.set(chainId, mode as SettleMode)
    }
  }
  return modes
}
