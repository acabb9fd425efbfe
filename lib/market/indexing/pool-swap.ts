import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** A swap in a pool; amounts in atoms, prices in atoms of token 1 per atom of token 0. */
export type PoolSwap = {
  readonly pool: Address
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly logIndex: number
  /** Block time in Unix seconds. */
  readonly timestamp: number
  /** Change of the pool's balance: positive is paid in. */
  readonly amount0: bigint
  readonly amount1: bigint
  /** After the swap; finite and above zero. */
  readonly price: number
  /** After the swap; see `PoolCandle`. */
  readonly depth0: bigint
  readonly depth1: bigint
}
