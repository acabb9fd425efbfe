import type { Ledger } from '@/lib/auctions/model/ledger'
import type { Address } from '@/lib/core/address'
import { mulDivUp } from '@/lib/core/amount'
import { amountOut, type Hop } from '@/lib/liquidity/swap-pool'

type Bearing = {
  /** The kept token that bears the slack that others cannot. */
  readonly bearer: Address
  /** Whether the other tokens also pass what is kept of them to the bearer. */
  readonly gathers: boolean
  readonly kept: Ledger
  /** Atoms of its output that a hop may pay less. */
  readonly slackOf: (hop: Hop, amountOut: bigint) => bigint
}

/** Slack is planned this much greater, because amounts are planned by marginal rates. */
const margin = { parts: 9n, of: 8n, atoms: 2n }

/**
 * Returns how much more (or less) input hops take, so that each token can bear the slack of the hops that pay it. A
 * token of which too little is kept gets the rest through hops from the bearer, or from hops that take less of it.
 * These hops form a tree of the largest ones. Undefined if the bearer has too little.
 */
export function shiftInputs(
  hops: readonly Hop[],
  { bearer, gathers, kept, slackOf }: Bearing,
): Map<Hop, bigint> | undefined {
  const spare = new Map(kept)
  for (const hop of hops) {
    const slack = (slackOf(hop, hop.amountOut) * margin.parts) / margin.of + margin.atoms
    spare.set(hop.tokenOut, (spare.get(hop.tokenOut) ?? 0n) - slack)
  }
  const shifts = new Map<Hop, bigint>()
  for (const { hop, child, parent } of growTree(hops, bearer).reverse()) {
    const own = spare.get(child) ?? 0n
    if (own === 0n || (own > 0n && !gathers)) continue
    const rate = marginalRate(hop)
    // Taking more of the child, or paying less for it, moves its spare amount to the parent.
    const isFromChild = hop.tokenIn === child
    const moved = isFromChild ? scale(own, rate.out, rate.in) : scale(own, rate.in, rate.out)
    const shift = isFromChild ? own : -moved
    if (2n * -shift >= hop.amountIn || 2n * shift >= hop.amountIn) return undefined
    shifts.set(hop, shift)
    spare.set(child, 0n)
    spare.set(parent, (spare.get(parent) ?? 0n) + moved)
  }
  return (spare.get(bearer) ?? 0n) >= 0n ? shifts : undefined
}

type Branch = { readonly hop: Hop; readonly child: Address; readonly parent: Address }

/** Grows a tree of hops from a token, the most valuable ones first (Prim's algorithm); parents come first. */
function growTree(hops: readonly Hop[], root: Address): Branch[] {
  // Value of an atom, in atoms of the root.
  const values = new Map([[root, 1]])
  const tree: Branch[] = []
  for (;;) {
    let best:
      | { readonly branch: Branch; readonly value: number; readonly amount: bigint }
      | undefined
    for (const hop of hops) {
      const [sold, bought] = [values.get(hop.tokenIn), values.get(hop.tokenOut)]
      if ((sold === undefined) === (bought === undefined)) continue
      const value = Number(hop.amountIn) * (sold ?? 0) + Number(hop.amountOut) * (bought ?? 0)
      if (best && best.value >= value) continue
      const [child, parent] =
        sold === undefined ? [hop.tokenIn, hop.tokenOut] : [hop.tokenOut, hop.tokenIn]
      const amount = sold === undefined ? hop.amountIn : hop.amountOut
      best = { branch: { hop, child, parent }, value, amount }
    }
    if (!best) return tree
    tree.push(best.branch)
    values.set(best.branch.child, best.value / Number(best.amount))
  }
}

/** Share of a hop over which its rate is measured. */
const measured = 1_024n

/** What a hop pays for a little more input, as a fraction in atoms. */
function marginalRate({ pool, tokenIn, tokenOut, amountIn, amountOut: paid }: Hop) {
  const more = amountIn / measured + 1n
  const after = amountOut(pool, { token: tokenIn, amount: amountIn + more }, tokenOut)
  const before = amountOut(pool, { token: tokenIn, amount: amountIn }, tokenOut)
  const gained = after === undefined || before === undefined ? 0n : after - before
  return gained > 0n ? { in: more, out: gained } : { in: amountIn, out: paid }
}

/** Converts an amount, rounded down; a deficit is rounded to a greater one. */
function scale(amount: bigint, numerator: bigint, denominator: bigint): bigint {
  return amount < 0n
    ? -mulDivUp(-amount, numerator, denominator)
    : (amount * numerator) / denominator
}
