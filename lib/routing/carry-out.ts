import { groupBy } from '@/lib/core/group-by'
import type { Hop } from '@/lib/liquidity/hop'
import { amountIn, amountOut } from '@/lib/liquidity/swap-pool'
import type { Leg } from './flow'
import { buyIndex, type PoolGraph, sellIndex } from './pool-graph'

/** Hops exactly as the chain carries them out, or the leg whose pool refuses. */
export type Carried =
  | { readonly hops: readonly Hop[]; readonly failed?: never }
  | { readonly hops?: never; readonly failed: Leg }

/** Parts are counted in units of which so many make the whole. */
const wholeBits = 52n
const whole = 2 ** 52

/**
 * Sells exactly `sellAmount` along ordered legs: what has come to a token is split over the legs that leave it
 * in proportion to their size.
 */
export function carryOutSale(
  graph: PoolGraph,
  { legs, sellAmount }: { readonly legs: readonly Leg[]; readonly sellAmount: bigint },
): Carried {
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
 * then pays it with exact input from the start on, what rounding leaves over to the last leg of each token.
 */
export function carryOutPurchase(
  graph: PoolGraph,
  { legs, buyAmount }: { readonly legs: readonly Leg[]; readonly buyAmount: bigint },
): Carried {
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

/** Carries out legs in order; `amountFor` tells what one takes of the balance of its token. */
function passOn(
  graph: PoolGraph,
  { legs, sellAmount }: { readonly legs: readonly Leg[]; readonly sellAmount: bigint },
  amountFor: (leg: Leg, balance: bigint) => bigint,
): Carried {
  const balances = new Map([[sellIndex, sellAmount]])
  const hops: Hop[] = []
  for (const leg of legs) {
    const balance = balances.get(leg.from) ?? 0n
    const sold = amountFor(leg, balance)
    if (sold <= 0n) continue
    const place = placeOf(graph, leg)
    const bought = amountOut(place.pool, { token: place.tokenIn, amount: sold }, place.tokenOut)
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
    const most = BigInt(Math.floor(leg[by]))
    const share = most < rest ? most : rest
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
