import type { IndexKey } from '@/lib/chain/chain-index'

/** Name of the leadership whose holder indexes a network and ends its orders. */
export function indexerRole(chainId: number): string {
  return `indexer/${chainId}`
}

/** A network, and the fencing epoch of the process that leads {@link indexerRole} there. */
export type IndexerLeadership = { readonly chainId: number; readonly epoch: bigint }

/** The index of what the settlement and order contracts of a network tell. */
export function settlementIndex(chainId: number): IndexKey {
  return { chainId, indexer: 'settlements' }
}
