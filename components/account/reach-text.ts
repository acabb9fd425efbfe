import { getNetwork } from '@/lib/core/networks'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Names of networks in a sentence: `Ethereum and Gnosis Chain`. */
export function networkNames(chainIds: readonly number[]): string {
  return list.format(chainIds.map((chainId) => getNetwork(chainId).title))
}

/** Where a session is good, as a sentence. */
export function reachText(networks: readonly number[] | null): string {
  if (networks === null) return 'Good for all networks.'
  return `Good for ${networkNames(networks)} only.`
}
