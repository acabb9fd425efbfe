import type { Address } from './address'
import type { Hex } from './bytes'
import type { Interaction, OrderInteractions } from './interaction'

/** Selector of `wrapAll()`, which wraps the native tokens that the contract holds for its orders. */
export const wrapAll: Hex = '0x4c84c1c8'

type PlacedOrder = {
  readonly owner: Address
  readonly onchainSender?: Address | undefined
  readonly interactions: Pick<OrderInteractions, 'pre'>
}

/** Whether an order was placed by sending the native token to the contract that owns it. */
export function isNativeOrder({ owner, onchainSender, interactions }: PlacedOrder): boolean {
  const wraps = ({ target, callData }: Interaction) => target === owner && callData === wrapAll
  return onchainSender !== undefined && interactions.pre.some(wraps)
}
