import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** A swap of a pool; amounts in atoms, prices in atoms of token 1 for an atom of token 0. */
export type PoolSwap = {
  readonly pool: Address
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly logIndex: number
  /** Unix seconds of its block. */
  readonly timestamp: number
  /** What went into the pool; negative: came out. */
  readonly amount0: bigint
  readonly amount1: bigint
  /** After the swap; finite and above zero. */
  readonly price: number
  /** After the swap, see `PoolCandle`. */
  readonly depth0: bigint
  readonly depth1: bigint
}
