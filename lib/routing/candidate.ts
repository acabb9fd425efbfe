import { type Hop, poolGas } from '@/lib/liquidity/swap-pool'
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
export type Comparison = { readonly kind: 'sell' | 'buy'; readonly gas: GasCost | undefined }

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
