import type { Address } from './address'
import type { Hex } from './bytes'

/** A call that the settlement contract makes. */
export type Interaction = {
  readonly target: Address
  /** Wei. */
  readonly value: bigint
  readonly callData: Hex
}

/** What settling an order calls before its tokens are drawn and after they are paid out. */
export type OrderInteractions = {
  readonly pre: readonly Interaction[]
  readonly post: readonly Interaction[]
}

/** An order that calls nothing. */
export const noInteractions: OrderInteractions = { pre: [], post: [] }
