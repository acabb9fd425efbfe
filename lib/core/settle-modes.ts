import { findNetwork, networks } from './networks'

/**
 * What becomes of the winners of auctions: `shadow` plays and keeps them and sends nothing, `canary` sends what is below
 * caps of value, `on` sends all.
 */
export type SettleMode = 'shadow' | 'canary' | 'on'

/**
 * Reads `SETTLE`: one mode for all networks (`on`), or modes of networks by commas (`mainnet:canary,gnosis:on`). Networks
 * that it does not name are `on` where they are embedded, `shadow` elsewhere.
 *
 * @throws {Error} naming the part that is neither, or names a network again.
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
    // Beside others it would overrule what a network's own mode forbids.
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
