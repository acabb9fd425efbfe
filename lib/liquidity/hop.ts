import type { Address } from '@/lib/core/address'
import type { Pool } from './pool'

/** A trade with one pool, in atoms. */
export type Hop = {
  readonly pool: Pool
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: bigint
  readonly amountOut: bigint
}
