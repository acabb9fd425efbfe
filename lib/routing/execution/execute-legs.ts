import { groupBy } from '@/lib/core/group-by'
import type { Hop } from '@/lib/liquidity/hop'
import { createSequentialSwaps } from '@/lib/liquidity/sequential-swaps'
import { amountIn } from '@/lib/liquidity/swap-pool'
import { buyIndex, type PoolGraph, sellIndex } from '@/lib/routing/graph/pool-graph'
import type { Leg } from './flow'

/** Hops exactly as the chain carries them out, or the leg whose pool refuses. */
export type ExecutedLegs =
  | { readonly hops: readonly Hop[]; readonly failed?: never }
  | { readonly hops?: never; readonly failed: Leg }

/** Parts are counted in units of which so many make the whole. */
const wholeBits = 52n
const whole = 2 ** 52

/**
 * Sells exactly `sellAmount` along ordered legs: what has come to a token is split over the legs that leave it
 * in proportion to their size.
 */
export function executeSell(
  graph: PoolGraph,
  { legs, sellAmount }: { readonly legs: readonly Leg[]; readonly sellAmount: bigint },
): ExecutedLegs {
  const leaving = groupBy(legs, ({ from }) => from)
  const shares = new Map<Leg, bigint>()
  return passOn(graph, { legs, sellAmount }, (leg, balance) => {
    if (!shares.has(leg))
      split(balance, { legs: leaving.get(leg.from) ?? [], by: 'amountIn', shares })
    return shares.get(leg) ?? 0n
  })
}

/**
 * Buys `buyAmount` or a few atoms more along ordered legs: finds from the end on what each pool must be paid, and
 * then pays it with exact input from the start on, what rounding leaves over to the last leg of each token. Where a
 * pool comes several times, whose price for the last time depends on the first, it is the sale that brings so much.
 */
export function executeBuy(
  graph: PoolGraph,
  { legs, buyAmount }: { readonly legs: readonly Leg[]; readonly buyAmount: bigint },
): ExecutedLegs {
  if (new Set(legs.map(({ edge }) => graph.pools[edge])).size < legs.length) {
    return searchSale(graph, { legs, buyAmount })
  }
  // The vault rounds in its favour both ways, so that what it asks for an amount may bring a little less.
  for (let round = 1, more = 0n; round <= maxRounds; round += 1) {
    const carried = payFor(graph, { legs, buyAmount: buyAmount + more })
    const lacking = buyAmount - boughtBy(graph, carried)
    if (carried.failed || lacking <= 0n) return carried
    more = 2n * (more + lacking)
  }
  return { failed: legs.at(-1) as Leg }
}

/** Times that a purchase is carried out until it brings enough. */
const maxRounds = 4

function boughtBy({ tokens }: PoolGraph, { hops = [] }: ExecutedLegs): bigint {
  const arrived = hops.filter(({ tokenOut }) => tokenOut === tokens[buyIndex])
  return arrived.reduce((total, hop) => total + hop.amountOut, 0n)
}

function payFor(
  graph: PoolGraph,
  { legs, buyAmount }: { readonly legs: readonly Leg[]; readonly buyAmount: bigint },
): ExecutedLegs {
  const arriving = groupBy(legs, ({ to }) => to)
  const wanted = new Map([[buyIndex, buyAmount]])
  const shares = new Map<Leg, bigint>()
  const payments = new Map<Leg, bigint>()
  for (const leg of legs.toReversed()) {
    if (!shares.has(leg)) {
      const amount = wanted.get(leg.to) ?? 0n
      split(amount, { legs: arriving.get(leg.to) ?? [], by: 'amountOut', shares })
    }
    const bought = shares.get(leg) ?? 0n
    if (bought === 0n) continue
    const { pool, tokenIn, tokenOut } = placeOf(graph, leg)
    const paid = amountIn(pool, { token: tokenOut, amount: bought }, tokenIn)
    if (paid === undefined) return { failed: leg }
    payments.set(leg, paid)
    wanted.set(leg.from, (wanted.get(leg.from) ?? 0n) + paid)
  }
  const used = legs.filter((leg) => payments.has(leg))
  const last = new Map(used.map((leg) => [leg.from, leg]))
  const sale = { legs: used, sellAmount: wanted.get(sellIndex) ?? 0n }
  return passOn(graph, sale, (leg, balance) =>
    last.get(leg.from) === leg ? balance : (payments.get(leg) ?? 0n),
  )
}

/** Sales that are tried to find the one that brings an amount, and part of it that it may bring more. */
const maxSales = 12
const enough = 10n ** 12n

/** A step goes a little further, since each atom more is dearer: so that it brings enough. */
const further = 1.001

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
    const carried = executeSell(graph, { legs, sellAmount })
    if (!carried.hops) return found ?? carried
    const bought = boughtBy(graph, carried)
    const lacking = buyAmount - bought
    const isLess = !found || sellAmount < found.sellAmount
    if (lacking <= 0n && isLess) found = { ...carried, sellAmount }
    if (lacking <= 0n && -lacking * enough <= buyAmount) break
    if (before && before.bought !== bought) {
      rate = Number(sellAmount - before.sellAmount) / Number(bought - before.bought)
    }
    before = { sellAmount, bought }
    const step = Number(lacking) * rate
    // The least step is an atom, towards more where too little has come.
    sellAmount += lacking > 0n ? BigInt(Math.ceil(step * further)) : BigInt(Math.ceil(step)) - 1n
  }
  return found ?? { failed: legs.at(-1) as Leg }
}

/** Carries out legs in order; `amountFor` tells what one takes of the balance of its token. */
function passOn(
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

/** Gives each leg its share of `amount`, a full one no more than it carries, and the largest what rounding leaves. */
function split(amount: bigint, { legs, by, shares }: Splitting): void {
  const full = legs.filter(({ isFull }) => isFull)
  const open = full.length > 0 ? legs.filter(({ isFull }) => !isFull) : legs
  let rest = amount
  // Where all are full they share by their size, since none is there to take what they cannot.
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
