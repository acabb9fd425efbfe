import { groupBy } from '@/lib/core/group-by'
import { createSequentialSwaps } from '@/lib/liquidity/sequential-swaps'
import { amountIn, type Hop } from '@/lib/liquidity/swap-pool'
import { buyIndex, type PoolGraph, sellIndex } from '@/lib/routing/graph/pool-graph'
import type { Leg } from './flow'

/** Hops exactly as the chain executes them, or the leg whose pool refuses. */
export type ExecutedLegs =
  | { readonly hops: readonly Hop[]; readonly failed?: never }
  | { readonly hops?: never; readonly failed: Leg }

/** Fixed-point unit of shares: the precision of a float. */
const wholeBits = 52n
const whole = 2 ** 52

/** Sells exactly `sellAmount` along ordered legs; the legs that leave a token share its balance by their size. */
export function executeSell(
  graph: PoolGraph,
  { legs, sellAmount }: { readonly legs: readonly Leg[]; readonly sellAmount: bigint },
): ExecutedLegs {
  const leaving = groupBy(legs, ({ from }) => from)
  const shares = new Map<Leg, bigint>()
  return executeInOrder(graph, { legs, sellAmount }, (leg, balance) => {
    if (!shares.has(leg))
      split(balance, { legs: leaving.get(leg.from) ?? [], by: 'amountIn', shares })
    return shares.get(leg) ?? 0n
  })
}

/**
 * Buys `buyAmount` or a few atoms more along ordered legs: finds the inputs of all pools from the end backwards, then
 * executes them with exact input from the start. The last leg of each token takes the rounding remainder. If a pool
 * occurs several times, its last price depends on the first swap; it then searches for the sell amount.
 */
export function executeBuy(
  graph: PoolGraph,
  { legs, buyAmount }: { readonly legs: readonly Leg[]; readonly buyAmount: bigint },
): ExecutedLegs {
  if (new Set(legs.map(({ edge }) => graph.pools[edge])).size < legs.length) {
    return searchSale(graph, { legs, buyAmount })
  }
  // The vault rounds in its favour both ways: the input it quotes for an amount may bring a little less.
  for (let round = 1, more = 0n; round <= maxRounds; round += 1) {
    const executed = buyOnce(graph, { legs, buyAmount: buyAmount + more })
    const missing = buyAmount - boughtBy(graph, executed)
    if (executed.failed || missing <= 0n) return executed
    more = 2n * (more + missing)
  }
  return { failed: legs.at(-1) as Leg }
}

/** Maximum executions of a purchase until it brings enough; each asks for twice what was missing in all before. */
const maxRounds = 4

function boughtBy({ tokens }: PoolGraph, { hops = [] }: ExecutedLegs): bigint {
  const arrived = hops.filter(({ tokenOut }) => tokenOut === tokens[buyIndex])
  return arrived.reduce((total, hop) => total + hop.amountOut, 0n)
}

function buyOnce(
  graph: PoolGraph,
  { legs, buyAmount }: { readonly legs: readonly Leg[]; readonly buyAmount: bigint },
): ExecutedLegs {
  const arriving = groupBy(legs, ({ to }) => to)
  const required = new Map([[buyIndex, buyAmount]])
  const shares = new Map<Leg, bigint>()
  const payments = new Map<Leg, bigint>()
  for (const leg of legs.toReversed()) {
    if (!shares.has(leg)) {
      const amount = required.get(leg.to) ?? 0n
      split(amount, { legs: arriving.get(leg.to) ?? [], by: 'amountOut', shares })
    }
    const bought = shares.get(leg) ?? 0n
    if (bought === 0n) continue
    const { pool, tokenIn, tokenOut } = placeOf(graph, leg)
    const paid = amountIn(pool, { token: tokenOut, amount: bought }, tokenIn)
    if (paid === undefined) return { failed: leg }
    payments.set(leg, paid)
    required.set(leg.from, (required.get(leg.from) ?? 0n) + paid)
  }
  const used = legs.filter((leg) => payments.has(leg))
  const last = new Map(used.map((leg) => [leg.from, leg]))
  const sale = { legs: used, sellAmount: required.get(sellIndex) ?? 0n }
  return executeInOrder(graph, sale, (leg, balance) =>
    last.get(leg.from) === leg ? balance : (payments.get(leg) ?? 0n),
  )
}

/**
 * Maximum sales tried to reach an amount, and the inverse of the relative excess that is accepted. The secant method
 * needs few; where atoms are coarse it stops at the maximum.
 */
const maxSales = 12
const enough = 10n ** 12n

/** Steps overshoot a little, since each further atom is more expensive. */
const overshoot = 1.001

/** Searches for the sell amount by the secant method, from the price of the solution. */
function searchSale(
  graph: PoolGraph,
  { legs, buyAmount }: { readonly legs: readonly Leg[]; readonly buyAmount: bigint },
): ExecutedLegs {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const sold = sum(legs.map((leg) => (leg.from === sellIndex ? leg.amountIn : 0)))
  let rate = sold / sum(legs.map((leg) => (leg.to === buyIndex ? leg.amountOut : 0)))
  let sellAmount = BigInt(Math.ceil(sold))
  let found: (ExecutedLegs & { readonly sellAmount: bigint }) | undefined
  let before: { readonly sellAmount: bigint; readonly bought: bigint } | undefined
  for (let sale = 0; sale < maxSales && sellAmount > 0n; sale += 1) {
    const executed = executeSell(graph, { legs, sellAmount })
    if (!executed.hops) return found ?? executed
    const bought = boughtBy(graph, executed)
    const missing = buyAmount - bought
    const isLess = !found || sellAmount < found.sellAmount
    if (missing <= 0n && isLess) found = { ...executed, sellAmount }
    if (missing <= 0n && -missing * enough <= buyAmount) break
    if (before && before.bought !== bought) {
      rate = Number(sellAmount - before.sellAmount) / Number(bought - before.bought)
    }
    before = { sellAmount, bought }
    const step = Number(missing) * rate
    // The minimum step is one atom, upwards if too little was bought.
    sellAmount += missing > 0n ? BigInt(Math.ceil(step * overshoot)) : BigInt(Math.ceil(step)) - 1n
  }
  return found ?? { failed: legs.at(-1) as Leg }
}

/** Executes legs in order; `amountFor` returns what a leg takes of the balance of its token. */
function executeInOrder(
  graph: PoolGraph,
  { legs, sellAmount }: { readonly legs: readonly Leg[]; readonly sellAmount: bigint },
  amountFor: (leg: Leg, balance: bigint) => bigint,
): ExecutedLegs {
  const balances = new Map([[sellIndex, sellAmount]])
  const hops: Hop[] = []
  const trade = createSequentialSwaps()
  for (const leg of legs) {
    const balance = balances.get(leg.from) ?? 0n
    const sold = amountFor(leg, balance)
    if (sold <= 0n) continue
    const place = placeOf(graph, leg)
    const bought = trade({ ...place, amountIn: sold })
    if (bought === undefined) return { failed: leg }
    balances.set(leg.from, balance - sold)
    balances.set(leg.to, (balances.get(leg.to) ?? 0n) + bought)
    hops.push({ ...place, amountIn: sold, amountOut: bought })
  }
  return { hops }
}

function placeOf({ pools, tokens }: PoolGraph, { edge, from, to }: Leg) {
  const [found, tokenIn, tokenOut] = [pools[edge], tokens[from], tokens[to]]
  if (!found || !tokenIn || !tokenOut) throw new RangeError(`no edge ${edge} in the graph`)
  return { pool: found, tokenIn, tokenOut }
}

type Splitting = {
  readonly legs: readonly Leg[]
  readonly by: 'amountIn' | 'amountOut'
  readonly shares: Map<Leg, bigint>
}

/** Assigns each leg its share of `amount`: a full leg no more than its capacity, the largest the rounding remainder. */
function split(amount: bigint, { legs, by, shares }: Splitting): void {
  const full = legs.filter(({ isFull }) => isFull)
  const open = full.length > 0 ? legs.filter(({ isFull }) => !isFull) : legs
  let rest = amount
  // If all are full they share by size, since no other leg can take the excess.
  if (open.length === 0) {
    shareOut(rest, { legs, by, shares })
    return
  }
  for (const leg of full) {
    const max = BigInt(Math.floor(leg[by]))
    const share = max < rest ? max : rest
    shares.set(leg, share)
    rest -= share
  }
  shareOut(rest, { legs: open, by, shares })
}

function shareOut(amount: bigint, { legs, by, shares }: Splitting): void {
  const total = legs.reduce((sum, leg) => sum + leg[by], 0)
  let rest = amount
  let largest = legs[0]
  for (const leg of legs) {
    if (largest && leg[by] > largest[by]) largest = leg
    const share = (amount * BigInt(Math.floor((leg[by] / total) * whole))) >> wholeBits
    shares.set(leg, share)
    rest -= share
  }
  if (largest) shares.set(largest, (shares.get(largest) ?? 0n) + rest)
}
