import type { Address } from '@/lib/core/address'
import { type Hop, poolGas } from '@/lib/liquidity/swap-pool'
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

/**
 * Cost of one unit of gas, as a fraction in atoms of the token in which routes are compared: the buy token for a given
 * sell amount, the sell token for a given buy amount.
 */
export type GasCost = {
  readonly costPerUnit: { readonly numerator: bigint; readonly denominator: bigint }
}

/** A route executed in integers. */
export type Candidate = {
  readonly hops: readonly Hop[]
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly gas: bigint
}

/** How routes are compared. */
type Comparison = { readonly kind: 'sell' | 'buy'; readonly gas: GasCost | undefined }

/** Sums up hops that lead from the sell token to the buy token. */
export function sumHops(
  hops: readonly Hop[],
  { sellToken, buyToken }: { readonly sellToken: string; readonly buyToken: string },
): Candidate {
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
  return {
    hops,
    sellAmount: sum(hops.map((hop) => (hop.tokenIn === sellToken ? hop.amountIn : 0n))),
    buyAmount: sum(hops.map((hop) => (hop.tokenOut === buyToken ? hop.amountOut : 0n))),
    gas: sum(hops.map(({ pool }) => poolGas[pool.protocol])),
  }
}

/** Returns the better of two routes after gas costs; of equal ones the one with less gas. */
export function better(
  a: Candidate | undefined,
  b: Candidate | undefined,
  comparison: Comparison,
): Candidate | undefined {
  if (!a || !b) return a ?? b
  const { numerator, denominator } = comparison.gas?.costPerUnit ?? {
    numerator: 0n,
    denominator: 1n,
  }
  const amounts =
    comparison.kind === 'sell' ? b.buyAmount - a.buyAmount : a.sellAmount - b.sellAmount
  const gain = amounts * denominator - (b.gas - a.gas) * numerator
  return gain > 0n || (gain === 0n && b.gas < a.gas) ? b : a
}

/** Returns the cost of a unit of gas as a float; zero without a price, or with an invalid one. */
export function gasPriceOf(gas: GasCost | undefined): number {
  if (!gas) return 0
  const price = Number(gas.costPerUnit.numerator) / Number(gas.costPerUnit.denominator)
  return price > 0 && Number.isFinite(price) ? price : 0
}
