import type { Address } from './address'
import { networks as supportedNetworks } from './networks'

/** Ascending chain ids, at least one; null: every network, current and future. */
export type NetworkScope = readonly number[] | null

/**
 * An account as far as its identity is proven. A key owns the account on every network; a contract only where it is
 * deployed, since its address on another network may belong to someone else.
 */
export type Identity = {
  readonly account: Address
  /** Networks on which the identity is proven. */
  readonly networks: NetworkScope
}

const everyNetwork = supportedNetworks.map(({ chainId }) => chainId)

/** Creates an identity that holds on every network. */
export function everywhere(account: Address): Identity {
  return { account, networks: null }
}

/** Chain ids of the supported networks within the scope. */
export function networksInScope(networks: NetworkScope): readonly number[] {
  return networks ?? everyNetwork
}

/** Chain ids of the supported networks outside the scope. */
export function networksOutsideScope(networks: NetworkScope): readonly number[] {
  return networks === null ? [] : everyNetwork.filter((chainId) => !networks.includes(chainId))
}
