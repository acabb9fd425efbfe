import type { Address } from '@/lib/core/address'
import type { Hop } from '@/lib/liquidity/swap-pool'
import type { GasCost } from './candidate'

/** A request for a route; exactly one of the two amounts is given, in atoms. */
export type RouteRequest = {
  readonly sellToken: Address
  readonly buyToken: Address
  readonly gas?: GasCost | undefined
  /**
   * Initial prices from an earlier route between these tokens: they save steps for a trade of similar size in pools
   * that have changed little. The route and its bound are as good with any prices.
   */
  readonly prices?: ReadonlyMap<Address, number> | undefined
} & (
  | { readonly sellAmount: bigint; readonly buyAmount?: never }
  | { readonly buyAmount: bigint; readonly sellAmount?: never }
)

/**
 * An executable route from one token to another, with a proof of its quality. Amounts are atoms, exactly as the chain
 * pays them.
 *
 * Hops are in execution order, each with exact input: the sell amount and the hops before supply what a hop takes, and
 * nothing is left over but the buy token. Only pools of the vault occur several times, each hop on the balances left by
 * those before. The flow has no cycle.
 */
export type Route = {
  readonly sellToken: Address
  readonly buyToken: Address
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  /** Gas of all hops, without the fixed cost of a settlement. */
  readonly gas: bigint
  readonly hops: readonly Hop[]
  /**
   * Maximum that any route of these pools pays for a sell amount, or minimum that any takes for a buy amount. With gas,
   * routes are compared after their gas costs, and this is the amount of the best conceivable route at the gas of this
   * one.
   */
  readonly bound: bigint
  /** Maximum distance from `bound`, in bps; zero if the route is proven optimal. */
  readonly gapBps: number
  /**
   * Price impact: the fraction by which its price is below the spot price, which includes pool fees; 0.02 is two
   * percent. Negative at most where the gas of a better path counts.
   */
  readonly impact: number
  /** Final price of an atom of each token, in the same unit; initial prices for a later search. */
  readonly prices?: ReadonlyMap<Address, number>
}
