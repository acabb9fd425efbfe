import type { Address } from '@/lib/core/address'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import type { TokenTransfer } from '@/lib/tokens/holders/token-transfer'
import type { PoolSwap } from './pool-swap'

/** Decoded events of blocks for the market index, in chain order. */
export type MarketEvents = {
  readonly swaps: readonly PoolSwap[]
  /** Created pools. */
  readonly pools: readonly PairDescriptor[]
  /** Tokens whose transfers were read. */
  readonly tokens: readonly Address[]
  readonly transfers: readonly TokenTransfer[]
}

/** Events of blocks without any. */
export const noMarketEvents: MarketEvents = { swaps: [], pools: [], tokens: [], transfers: [] }
