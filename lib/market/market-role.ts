import type { IndexKey } from '@/lib/chain/chain-index'

/** Name of the leadership whose holder keeps the market data of a network. */
export function marketRole(chainId: number): string {
  return `market/${chainId}`
}

/** A network, and the fencing epoch of the process that leads {@link marketRole} there. */
export type MarketLeadership = { readonly chainId: number; readonly epoch: bigint }

/** The index of what pools and tracked tokens of a network tell. */
export function marketIndex(chainId: number): IndexKey {
  return { chainId, indexer: 'market' }
}
