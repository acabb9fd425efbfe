import type { Address } from '@/lib/core/address'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import type { TokenTransfer } from '@/lib/tokens/holders/token-transfer'
import type { PoolSwap } from './pool-swap'

/** What the market index reads of blocks, in chain order. */
export type MarketEvents = {
  readonly swaps: readonly PoolSwap[]
  /** Pools that were made. */
  readonly pools: readonly PairDescriptor[]
  /** The tokens whose transfers were read. */
  readonly tokens: readonly Address[]
  readonly transfers: readonly TokenTransfer[]
}

/** Nothing at all. */
export const noMarketEvents: MarketEvents = { swaps: [], pools: [], tokens: [], transfers: [] }
