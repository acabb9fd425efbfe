import { type Auction, nativeValue, tradedPair } from '@/lib/auctions/model/auction'
import { balanceSolution, indexOrders, type Ledger, valueLedger } from '@/lib/auctions/model/ledger'
import type { Solution, SolutionRoute } from '@/lib/auctions/model/solution'
import type { Address } from '@/lib/core/address'
import { mulDivUp } from '@/lib/core/amount'
import { createSequentialSwaps } from '@/lib/liquidity/sequential-swaps'
import type { Hop } from '@/lib/liquidity/swap-pool'
import { shiftInputs } from './shift-inputs'

/** The unit of slack: a part in 10^10 of an amount. Dust in front of a settlement moves prices by less. */
const whole = 10n ** 10n
const partsPerBps = whole / 10_000n

/**
 * Part of the slack that a V2 pool gets: it pays exactly the requested amount, so its slack is lost in every
 * settlement.
 */
const pairShare = 5n

/** How far a settlement's hops may pay less than simulated. */
export type SlackBounds = {
  /** Maximum per hop, in bps of its amount. */
  readonly bps: number
  /** Maximum in wei that it may cost at the auction's prices; at zero it can still use tokens without value there. */
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
 * Gives a solution's hops as much slack as what it keeps allows: the same share of their amounts in each connected part
 * of it, halved until it fits. If every hop pays only its minimum, the settlement still pays every order in full, each
 * hop has its input, and the contract ends with no less of any token than before.
 */
export function giveSlack(
  auction: Auction,
  solution: Solution,
  { bps, budget }: SlackBounds,
): Slack {
  const hops = solution.routes.flatMap((route) => route.hops)
  const funds = fundsOf(auction, solution)
  const components = componentsOf(hops).map((members): Component => {
    return { members, bearers: bearersOf(auction, members, funds.kept) }
  })
  const value = valueLedger(auction, funds.kept)
  for (let most = BigInt(bps) * partsPerBps; most > 0n; most /= 2n) {
    const eased = new Map<Hop, Hop>()
    const ends = new Map(funds.kept)
    for (const component of components) {
      const found = easeMost(component, funds, most)
      for (const [hop, changed] of found?.hops ?? []) eased.set(hop, changed)
      for (const [token, amount] of found?.ends ?? []) ends.set(token, amount)
    }
    const given = value - valueLedger(auction, ends)
    if (given > budget) continue
    const routes = solution.routes.map((route) => {
      return { ...route, hops: route.hops.map((hop) => eased.get(hop) ?? hop) }
    })
    return { routes, given: given > 0n ? given : 0n }
  }
  return { routes: solution.routes, given: 0n }
}

/** Atoms by token: what the orders sell and buy, and what the settlement keeps. */
type Funds = { readonly sold: Ledger; readonly bought: Ledger; readonly kept: Ledger }

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

/** Hops that share tokens or pools, in execution order, and the kept tokens that may bear their slack, best first. */
type Component = { readonly members: readonly Hop[]; readonly bearers: readonly Address[] }

function componentsOf(hops: readonly Hop[]): Hop[][] {
  const group = new Map<Address, Hop[]>()
  for (const hop of hops) {
    const nodes = [hop.tokenIn, hop.tokenOut, hop.pool.address]
    const merged = new Set(nodes.flatMap((node) => group.get(node) ?? []))
    const joined = [...merged, hop]
    for (const each of joined) {
      for (const node of [each.tokenIn, each.tokenOut, each.pool.address]) group.set(node, joined)
    }
  }
  // Merged groups are not in execution order.
  const place = new Map(hops.map((hop, index) => [hop, index]))
  return [...new Set(group.values())].map((members) =>
    members.toSorted((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0)),
  )
}

/** Maximum number of tokens tried. */
const maxBearers = 2

/** Kept amounts of untrusted tokens count as nothing, so these come first; then the tokens of which most is kept. */
function bearersOf(auction: Auction, hops: readonly Hop[], kept: Ledger): Address[] {
  const tokens = [...new Set(hops.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]))]
  const held = tokens.flatMap((token) => {
    const amount = kept.get(token) ?? 0n
    const worth = nativeValue(amount, auction.prices.get(token) ?? 0n)
    const isFree = valueLedger(auction, new Map([[token, amount]])) === 0n
    return amount > 0n ? [{ token, worth, isFree }] : []
  })
  const sorted = held.toSorted((a, b) => (a.worth < b.worth ? 1 : -1))
  const free = sorted.filter(({ isFree }) => isFree).slice(0, 1)
  const others = sorted.filter(({ isFree }) => !isFree)
  return [...free, ...others].slice(0, maxBearers).map(({ token }) => token)
}

/** The changed hops, and what is kept of their tokens if each pays its minimum. */
type Eased = { readonly hops: ReadonlyMap<Hop, Hop>; readonly ends: Ledger }

/** Gives the hops of a component the greatest slack that fits, at most `most`; undefined if none does. */
function easeMost(component: Component, funds: Funds, most: bigint): Eased | undefined {
  const { members, bearers } = component
  for (let parts = bearers.length > 0 ? most : 0n; parts > 0n; parts /= 2n) {
    for (const bearer of bearers) {
      for (const gathers of [false, true]) {
        const slackOf = (hop: Hop, amount: bigint) => slackIn(hop, amount, parts)
        const shifts = shiftInputs(members, { bearer, gathers, kept: funds.kept, slackOf })
        const eased = shifts && easeHops(members, shifts, { funds, parts })
        if (eased) return eased
      }
    }
  }
  return undefined
}

/** Slack in atoms of an amount that this pool pays; an atom more for its rounding. */
function slackIn({ pool }: Hop, amount: bigint, parts: bigint): bigint {
  const share = pool.protocol === 'uniswap-v2' ? pairShare : 1n
  return mulDivUp(amount, parts, whole * share) + 1n
}

/**
 * Computes the hops with these changes of their inputs and with this slack; undefined if a pool cannot trade them, a hop
 * would lack its input, or the contract end with less of a token.
 */
function easeHops(
  hops: readonly Hop[],
  shifts: ReadonlyMap<Hop, bigint>,
  { funds, parts }: { readonly funds: Funds; readonly parts: bigint },
): Eased | undefined {
  const { sold, bought } = funds
  const swap = createSequentialSwaps()
  const held = new Map(sold)
  const eased = new Map<Hop, Hop>()
  for (const hop of hops) {
    const amountIn = hop.amountIn + (shifts.get(hop) ?? 0n)
    const paid = swap({ ...hop, amountIn })
    const amountOut = paid === undefined ? 0n : paid - slackIn(hop, paid, parts)
    add(held, hop.tokenIn, -amountIn)
    if (amountOut <= 0n || (held.get(hop.tokenIn) ?? 0n) < 0n) return undefined
    add(held, hop.tokenOut, amountOut)
    eased.set(hop, { ...hop, amountIn, amountOut })
  }
  const tokens = new Set(hops.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]))
  const ends = new Map(
    [...tokens].map((token) => [token, (held.get(token) ?? 0n) - (bought.get(token) ?? 0n)]),
  )
  return [...ends.values()].every((amount) => amount >= 0n) ? { hops: eased, ends } : undefined
}
