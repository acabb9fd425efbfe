import type { Address } from '@/lib/core/address'
import type { Hop } from '@/lib/liquidity/hop'

/**
 * How to turn one token into another, amounts in atoms exactly as the chain pays them.
 *
 * The hops are in an order in which they can be carried out one after the other, each with exact input: what a
 * hop takes, the sell amount and the hops before it have brought, and nothing is left over but the buy token.
 * No pool comes twice.
 */
export type Route = {
  readonly sellToken: Address
  readonly buyToken: Address
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  /** Gas of all hops; what a settlement costs by itself is not in it. */
  readonly gas: bigint
  readonly hops: readonly Hop[]
}
