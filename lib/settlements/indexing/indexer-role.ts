import type { IndexKey } from '@/lib/chain/chain-index'

/** Name of the role that indexes a network and expires its orders. */
export function indexerRole(chainId: number): string {
  return `indexer/${chainId}`
}

/** A network, and the fencing epoch of its {@link indexerRole}. */
export type IndexerLeadership = { readonly chainId: number; readonly epoch: bigint }

/** The index of a network's settlement and order contracts. */
export function settlementIndex(chainId: number): IndexKey {
  return { chainId, indexer: 'settlements' }
}
