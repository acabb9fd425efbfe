import type { Address } from '@/lib/core/address'
import type { Hop } from '@/lib/liquidity/hop'
import type { GasCost } from './candidate'

/** What to find a route for; exactly one of the two amounts is given, in atoms. */
export type RouteRequest = {
  readonly sellToken: Address
  readonly buyToken: Address
  readonly gas?: GasCost | undefined
  /**
   * Prices to begin with, as an earlier route of these tokens came with: a trade of like size in pools that have
   * changed little is found in fewer steps. Whatever they are, the route and its bound are as good.
   */
  readonly prices?: ReadonlyMap<Address, number> | undefined
} & (
  | { readonly sellAmount: bigint; readonly buyAmount?: never }
  | { readonly buyAmount: bigint; readonly sellAmount?: never }
)

/**
 * How to turn one token into another, amounts in atoms exactly as the chain pays them, with the proof of how good
 * that is.
 *
 * The hops are in an order in which they can be carried out one after the other, each with exact input: what a
 * hop takes, the sell amount and the hops before it have brought, and nothing is left over but the buy token.
 * Only pools of the vault come several times, each hop on what those before have left, and nothing flows in a circle.
 */
export type Route = {
  readonly sellToken: Address
  readonly buyToken: Address
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  /** Gas of all hops; what a settlement costs by itself is not in it. */
  readonly gas: bigint
  readonly hops: readonly Hop[]
  /**
   * For a sell amount the most that any route of these pools pays for it, for a buy amount the least that any takes
   * for it. Where gas counts, routes are compared after the cost of theirs, and this is what the best one that is
   * conceivable would come to at the gas of this route.
   */
  readonly bound: bigint
  /** How far from `bound` the route is at most, in hundredths of a percent; zero where it is proven the best. */
  readonly gapBps: number
  /**
   * The part that its price is below the one at which nothing is traded yet: 0.02 where the trade gets two percent less
   * for its fees and its size. Below zero at most where the gas of a better path counts.
   */
  readonly impact: number
  /** What an atom of each token was worth at last, in the same unit; a later search may begin with them. */
  readonly prices?: ReadonlyMap<Address, number>
}
