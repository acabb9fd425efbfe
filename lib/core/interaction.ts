import type { Address } from './address'
import type { Hex } from './bytes'

/** A call that the settlement contract makes. */
export type Interaction = {
  readonly target: Address
  /** Wei. */
  readonly value: bigint
  readonly callData: Hex
}

/** Calls before an order's sell tokens are drawn and after its buy tokens are paid out. */
export type OrderInteractions = {
  readonly pre: readonly Interaction[]
  readonly post: readonly Interaction[]
}

/** Interactions of an order without any. */
export const noInteractions: OrderInteractions = { pre: [], post: [] }
