/** Name of the leadership whose holder indexes a network and ends its orders. */
export function indexerRole(chainId: number): string {
  return `indexer/${chainId}`
}

/** A network, and the fencing epoch of the process that leads {@link indexerRole} there. */
export type IndexerLeadership = { readonly chainId: number; readonly epoch: bigint }
