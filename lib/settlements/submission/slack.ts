import type { Auction } from '@/lib/auctions/model/auction'
import { tradedPair } from '@/lib/auctions/model/auction'
import { balanceSolution, indexOrders, type Ledger, valueLedger } from '@/lib/auctions/model/ledger'
import type { Solution, SolutionRoute } from '@/lib/auctions/model/solution'
import type { Address } from '@/lib/core/address'
import { mulDivUp } from '@/lib/core/amount'
import { createSequentialSwaps } from '@/lib/liquidity/sequential-swaps'
import type { Hop } from '@/lib/liquidity/swap-pool'

/** The unit of slack: a part in 10^10 of an amount. Dust in front of a settlement moves prices by less. */
const whole = 10n ** 10n
const partsPerBps = whole / 10_000n

/**
 * Part of the slack that a V2 pool gets: it pays exactly what it is asked for, so what it is asked less is lost in every
 * settlement.
 */
const pairShare = 5n

/** How far a settlement's hops may pay less than simulated. */
export type SlackBounds = {
  /** Maximum per hop, in bps of its amount. */
  readonly bps: number
  /** Maximum in wei that it may cost at the auction's prices; at zero it can still use what is worth nothing there. */
  readonly budget: bigint
}

/** Routes whose hops may pay less than simulated. */
export type Slack = {
  /** The amounts of each hop: the exact input, and the minimum output (of a V2 pool: the exact one). */
  readonly routes: readonly SolutionRoute[]
  /** What it costs in wei at the auction's prices if every hop pays only its minimum. */
  readonly given: bigint
}

/**
 * Gives a solution's hops as much slack as what it keeps allows: all the same share of their amounts, halved until it
 * fits. If every hop pays only its minimum, the settlement still pays every order in full, each hop has its input, and
 * the contract ends with no less of any token than before.
 */
export function giveSlack(auction: Auction, solution: Solution, bounds: SlackBounds): Slack {
  const most = BigInt(bounds.bps) * partsPerBps
  const hops = solution.routes.flatMap((route) => route.hops)
  const funds = fundsOf(auction, solution)
  for (let parts = hops.length > 0 ? most : 0n; parts > 0n; parts /= 2n) {
    const slack = slackBy(hops, funds, parts)
    const ends = slack && endsOf(slack, funds)
    if (!slack || !ends) continue
    const given = valueLedger(auction, funds.kept) - valueLedger(auction, ends)
    if (given > bounds.budget) continue
    return { routes: withHops(solution.routes, slack), given: given > 0n ? given : 0n }
  }
  return { routes: solution.routes, given: 0n }
}

/** Atoms by token: what the orders sell and buy, and what the settlement keeps. */
type Funds = {
  readonly sold: Ledger
  readonly bought: Ledger
  readonly kept: Ledger
}

function fundsOf(auction: Auction, solution: Solution): Funds {
  const orders = indexOrders(auction)
  const bought = new Map<Address, bigint>()
  for (const { uid, buyAmount } of solution.trades) {
    const order = orders.get(uid)?.order
    if (order) add(bought, tradedPair(order, auction.wrappedNative).buyToken, buyAmount)
  }
  const sold = new Map(bought)
  const net = balanceSolution(auction, { ...solution, routes: [] })
  for (const [token, amount] of net) add(sold, token, amount)
  return { sold, bought, kept: balanceSolution(auction, solution) }
}

function add(ledger: Map<Address, bigint>, token: Address, amount: bigint): void {
  ledger.set(token, (ledger.get(token) ?? 0n) + amount)
}

/** Slack in atoms of an amount that this pool pays; an atom more for its rounding. */
function slackOf({ pool }: Pick<Hop, 'pool'>, amount: bigint, parts: bigint): bigint {
  return pool.protocol === 'uniswap-v2'
    ? mulDivUp(amount, parts, whole * pairShare) + 1n
    : mulDivUp(amount, parts, whole) + 1n
}

/**
 * Computes the hops with this slack; undefined if a pool cannot trade them. Where a hop's output leads to a token that
 * is kept, its minimum is lower, and later hops take less. Other hops take more, from what is kept of a token on their
 * way.
 */
function slackBy(hops: readonly Hop[], { kept }: Funds, parts: bigint): readonly Hop[] | undefined {
  const bearing = bearingTokens(hops, kept, parts)
  const raised = raiseInputs(hops, bearing, parts)
  const swap = createSequentialSwaps()
  // What remains of each token at the end if every hop so far pays its minimum.
  const left = new Map(kept)
  const given: Hop[] = []
  for (const [index, hop] of hops.entries()) {
    const more = raised[index]
    const missing = -(left.get(hop.tokenIn) ?? 0n)
    const amountIn = more?.amountIn ?? (missing > 0n ? hop.amountIn - missing : hop.amountIn)
    if (2n * amountIn <= hop.amountIn) return undefined
    const paid = swap({ ...hop, amountIn })
    if (paid === undefined) return undefined
    const amountOut = more?.amountOut ?? paid - slackOf(hop, paid, parts)
    if (amountOut <= 0n || amountOut >= paid) return undefined
    add(left, hop.tokenIn, hop.amountIn - amountIn)
    add(left, hop.tokenOut, amountOut - hop.amountOut)
    given.push({ ...hop, amountIn, amountOut })
  }
  return given
}

/** Tokens that can bear slack: enough of them is kept, or a hop leads from them to such a token. */
function bearingTokens(hops: readonly Hop[], kept: Ledger, parts: bigint): ReadonlySet<Address> {
  const needed = new Map<Address, bigint>()
  for (const hop of hops) add(needed, hop.tokenOut, slackOf(hop, hop.amountOut, parts))
  const bearing = new Set(
    [...needed].flatMap(([token, atoms]) => ((kept.get(token) ?? 0n) >= atoms ? [token] : [])),
  )
  for (const { tokenIn, tokenOut } of [...hops].reverse()) {
    if (bearing.has(tokenOut)) bearing.add(tokenIn)
  }
  return bearing
}

/** Amounts of the hops to tokens that cannot bear slack, last first; undefined for the others. */
function raiseInputs(
  hops: readonly Hop[],
  bearing: ReadonlySet<Address>,
  parts: bigint,
): readonly (Pick<Hop, 'amountIn' | 'amountOut'> | undefined)[] {
  const extra = new Map<Address, bigint>()
  const raised = [...hops].reverse().map((hop) => {
    if (bearing.has(hop.tokenOut)) return undefined
    const amountOut = hop.amountOut + (extra.get(hop.tokenOut) ?? 0n)
    extra.delete(hop.tokenOut)
    const aim = amountOut + slackOf(hop, amountOut, parts)
    const amountIn = mulDivUp(hop.amountIn, aim, hop.amountOut)
    add(extra, hop.tokenIn, amountIn - hop.amountIn)
    return { amountIn, amountOut }
  })
  return raised.reverse()
}

/**
 * Returns what the contract gains of each token if every hop pays only its minimum; undefined if a hop lacks its input,
 * or the contract ends with less of a token.
 */
function endsOf(hops: readonly Hop[], { sold, bought }: Funds): Ledger | undefined {
  const held = new Map(sold)
  for (const { tokenIn, tokenOut, amountIn, amountOut } of hops) {
    add(held, tokenIn, -amountIn)
    if ((held.get(tokenIn) ?? 0n) < 0n) return undefined
    add(held, tokenOut, amountOut)
  }
  for (const [token, amount] of bought) add(held, token, -amount)
  return [...held.values()].some((amount) => amount < 0n) ? undefined : held
}

function withHops(routes: readonly SolutionRoute[], hops: readonly Hop[]): SolutionRoute[] {
  let from = 0
  return routes.map((route) => {
    const own = hops.slice(from, from + route.hops.length)
    from += route.hops.length
    return { ...route, hops: own }
  })
}
