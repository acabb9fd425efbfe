import type { Address } from './address'
import { networks as supportedNetworks } from './networks'

/** Chain ids of networks, ascending and one at least; null: every network there is and will be. */
export type NetworkScope = readonly number[] | null

/**
 * An account as far as somebody has proved to be it. By its key it is one account on every network; as a contract it is
 * itself only where that contract is, since on another network the address may be somebody else's.
 */
export type Identity = {
  readonly account: Address
  /** Where it is this account. */
  readonly networks: NetworkScope
}

const everyNetwork = supportedNetworks.map(({ chainId }) => chainId)

/** An account on every network. */
export function everywhere(account: Address): Identity {
  return { account, networks: null }
}

/** Chain ids of the supported networks that are reached. */
export function reachedNetworks(networks: NetworkScope): readonly number[] {
  return networks ?? everyNetwork
}

/** Chain ids of the supported networks that are not reached. */
export function networksBeyond(networks: NetworkScope): readonly number[] {
  return networks === null ? [] : everyNetwork.filter((chainId) => !networks.includes(chainId))
}
