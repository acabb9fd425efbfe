import { type BatchDual, createBatchDual } from './batch-dual'
import { minimiseBatch } from './solve-dual'

/** Successive smoothing widths around an order's limit; the start is a solution of the same problem at 3e-7. */
const softnesses = [3e-4, 3e-5, 3e-6]

/** Newton steps for each width, and relative gain at which to stop: branches are compared, not settled. */
const maxIterations = 30
const tolerance = 1e-8

/** Maximum number of orders decided by branching, each by two solutions; the rest is rounded. */
const maxDecisions = 60

/**
 * An order filled at most to this fraction, or to all but this fraction, is decided: rounding it changes next to
 * nothing.
 */
const clear = 1e-4

/** An undecided order. */
const free = -1

/**
 * Returns the auction's problem with every fill-or-kill order either included or excluded.
 *
 * Of the partially filled ones, the order of maximum worth is branched on: the dual is solved with it included and with
 * it excluded, and the branch with the greater value, an upper bound over all choices of the others, is kept. Repeats
 * until none is undecided, or it is late. This is one dive of branch and bound (Land & Doig 1960), without backtracking.
 */
export function chooseOrders(dual: BatchDual, isLate: () => boolean): BatchDual {
  const { entries, gives, sell } = dual.market.orders
  const decided = new Int8Array(entries.length).fill(free)
  let current = dual
  for (let round = 0; round < maxDecisions && !isLate(); round += 1) {
    const worth = (i: number) =>
      (gives[i] as number) * (current.prices[sell[i] as number] as number)
    const isUncertain = (i: number) => {
      const fill = current.fills[i] as number
      const isWhole = entries[i]?.order.partiallyFillable === false
      return isWhole && decided[i] === free && fill > clear && fill < 1 - clear
    }
    const [next] = [...decided.keys()].filter(isUncertain).sort((a, b) => worth(b) - worth(a))
    if (next === undefined) break
    const [without, within] = [0, 1].map((part) =>
      solveWith(dual, decided.with(next, part), current),
    )
    const isIn = within && (!without || within.value > without.value)
    decided[next] = isIn ? 1 : 0
    current = (isIn ? within : without) ?? current
  }
  const fills = current.fills.map((fill, i) =>
    decided[i] === free ? fill : (decided[i] as number),
  )
  return { ...current, market: dual.market, fills }
}

/** The problem with decided orders, started from another problem's prices; undefined if infeasible. */
function solveWith(
  { market, floors }: BatchDual,
  decided: Int8Array,
  { prices }: BatchDual,
): BatchDual | undefined {
  const { sell, buy, gives, asks } = market.orders
  const left = {
    ...market.orders,
    gives: gives.map((amount, i) => (decided[i] === free ? amount : 0)),
    asks: asks.map((amount, i) => (decided[i] === free ? amount : 0)),
  }
  const dual = createBatchDual({ ...market, orders: left }, { floors, prices })
  for (const [i, state] of decided.entries()) {
    if (state !== 1) continue
    const [s, b] = [sell[i] as number, buy[i] as number]
    dual.stock[s] = (dual.stock[s] as number) + (gives[i] as number)
    dual.stock[b] = (dual.stock[b] as number) - (asks[i] as number)
  }
  for (const softness of softnesses) {
    dual.softness = softness
    if (!minimiseBatch(dual, { tolerance: tolerance * Math.abs(dual.value), maxIterations })) {
      return undefined
    }
  }
  return dual
}
