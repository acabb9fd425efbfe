import type { IndexKey } from '@/lib/chain/chain-index'
import { dependencyDown, type ServiceError } from '@/lib/core/errors'
import type { Network } from '@/lib/core/networks/network'

/** Returns the leader role of a network's market index. */
export function marketRole(chainId: number): string {
  return `market/${chainId}`
}

/** A network, and the fencing token of its {@link marketRole} leader. */
export type MarketLeadership = { readonly chainId: number; readonly epoch: bigint }

/**
 * Returns the error to throw while a network's market index is empty or behind.
 */
export function marketDown({ title }: Pick<Network, 'title'>, cause: string): ServiceError {
  return dependencyDown(`the market index of ${title}`, cause)
}

/** Returns the key of a network's index of pool and token events. */
export function marketIndex(chainId: number): IndexKey {
  return { chainId, indexer: 'market' }
}
