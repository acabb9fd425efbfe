import type { Address } from '@/lib/core/address'
import type { Pool } from './pool'

/** A swap through one pool, in atoms. */
export type Hop = {
  readonly pool: Pool
  readonly tokenIn: Address
  readonly tokenOut: Address
  readonly amountIn: bigint
  readonly amountOut: bigint
}
