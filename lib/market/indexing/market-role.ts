import type { IndexKey } from '@/lib/chain/chain-index'
import { dependencyDown, type ServiceError } from '@/lib/core/errors'
import type { Network } from '@/lib/core/networks'

/** Name of the leadership whose holder keeps the market data of a network. */
export function marketRole(chainId: number): string {
  return `market/${chainId}`
}

/** A network, and the fencing epoch of the process that leads {@link marketRole} there. */
export type MarketLeadership = { readonly chainId: number; readonly epoch: bigint }

/**
 * The failure to report while a network's market index cannot tell, because it has nothing yet or is behind.
 */
export function marketDown({ title }: Pick<Network, 'title'>, cause: string): ServiceError {
  return dependencyDown(`the market index of ${title}`, cause)
}

/** The index of what pools and tracked tokens of a network tell. */
export function marketIndex(chainId: number): IndexKey {
  return { chainId, indexer: 'market' }
}
