import { stableUnits } from '@/lib/liquidity/math/vault-swap'
import type { StablePool } from '@/lib/liquidity/pool'
import { type Arbitrage, touching } from './best-trade'

/**
 * Two tokens of a stable pool as floats, everything in parts of the invariant D: then all that its balances x and y
 * must keep is `a (x + y) - c / (x y)`, where `a` is the amplification times the number of tokens, and `c` and `b`
 * hold what the other tokens contribute.
 */
export type StableCurve = {
  readonly kind: 'stable'
  readonly firstBalance: number
  readonly secondBalance: number
  /** Parts of D per atom. */
  readonly firstUnit: number
  readonly secondUnit: number
  /** Atoms that the pool's integers pay at most beyond the curve, of either token. */
  readonly firstBeyond: number
  readonly secondBeyond: number
  readonly a: number
  readonly b: number
  readonly c: number
  readonly kept: number
}

/** One direction of a curve: where it starts, and its constants. */
export type Way = Pick<StableCurve, 'a' | 'b' | 'c'> & { readonly x: number; readonly y: number }

/** A balance never grows beyond this many D: nothing is left there to come out. */
const maxBalance = 1e40
const maxRounds = 120

/** Rounds for the invariant: as many as the pool makes itself. */
const maxInvariantRounds = 255

/** A pool whose rounding may pay more than this part of a balance is not traded with: it is dust in its own units. */
const maxBeyond = 1e-9

/** The curve of two tokens of a pool by their places; undefined when they are not traded. */
export function stableCurve(pool: StablePool, [i, j]: readonly [number, number]) {
  const units = stableUnits(pool, [i, j])
  const [firstToken, secondToken] = [pool.tokens[i], pool.tokens[j]]
  if (!units || !firstToken || !secondToken) return undefined
  // As the pool rounds them: of a token with a low rate its last unit may be worth much.
  const balances = units.balances.map(Number)
  const count = balances.length
  const a = (Number(pool.amplification) / 1000) * count
  const kept = 1 - Number(pool.swapFee) / 1e18
  const invariant = invariantOf(balances, a)
  if (!(invariant > 0) || !balances.every((balance) => balance > 0) || !(kept > 0)) return undefined
  const parts = balances.map((balance) => balance / invariant)
  const [firstBalance = 0, secondBalance = 0] = [parts[i], parts[j]]
  const [first = 0, second = 0] = units.beyond.map((beyond) => Number(beyond) / invariant)
  if (first > firstBalance * maxBeyond || second > secondBalance * maxBeyond) return undefined
  const [firstUnit, secondUnit] = [firstToken, secondToken].map(
    ({ scaling }) => Number(scaling) / 1e18 / invariant,
  ) as [number, number]
  const others = parts.filter((_, k) => k !== i && k !== j)
  const curve: StableCurve = {
    kind: 'stable',
    firstBalance,
    secondBalance,
    firstUnit,
    secondUnit,
    firstBeyond: first / firstUnit,
    secondBeyond: second / secondUnit,
    a,
    b: a * (others.reduce((sum, part) => sum + part, 0) - 1) + 1,
    c: 1 / (count ** count * others.reduce((product, part) => product * part, 1)),
    kept,
  }
  return curve
}

/** D of `a S + D = a D + D^(n+1) / (n^n P)`, by Newton's method from the sum of the balances on. */
export function invariantOf(balances: readonly number[], a: number): number {
  const count = balances.length
  const sum = balances.reduce((total, balance) => total + balance, 0)
  let d = sum
  for (let round = 0; round < maxInvariantRounds; round += 1) {
    const product = balances.reduce((p, balance) => (p * d) / (balance * count), d)
    const next = ((a * sum + product * count) * d) / ((a - 1) * d + (count + 1) * product)
    if (Math.abs(next - d) <= 1e-16 * d) return next
    d = next
  }
  return d
}

/** Sells into the pool until an atom more would bring less than it is worth. */
export function bestStableTrade(curve: StableCurve, trade: Arbitrage): void {
  // The worth of one D of either token.
  const first = (trade.firstRoot * trade.firstRoot) / curve.firstUnit
  const second = (trade.secondRoot * trade.secondRoot) / curve.secondUnit
  const start = marginAt(curve, curve.firstBalance, curve.secondBalance)
  const isForward = start * second > first
  const way = wayOf(curve, isForward ? 1 : -1)
  const [valueOfIn, valueOfOut] = isForward ? [first, second] : [second, first]
  const wanted = valueOfIn / (valueOfOut * curve.kept)
  const offered = isForward ? start : 1 / start
  trade.direction = 0
  trade.valueIn = 0
  trade.valueOut = 0
  trade.weight = 0
  if (!(offered >= wanted * touching)) return
  const x = offered > wanted ? balanceAt(way, wanted) : way.x
  if (x < maxBalance) trade.weight = (-valueOfIn * x) / (curve.kept * elasticityAt(way, x))
  if (!(offered > wanted)) return
  trade.direction = isForward ? 1 : -1
  trade.valueIn = (valueOfIn * (x - way.x)) / curve.kept
  trade.valueOut = valueOfOut * outFor(way, x - way.x)
}

/** Atoms that come out for `amountIn`, forward for a direction of 1. */
export function stableCurveOut(curve: StableCurve, direction: number, amountIn: number): number {
  const [unitIn, unitOut] = unitsOf(curve, direction)
  return outFor(wayOf(curve, direction), amountIn * curve.kept * unitIn) / unitOut
}

/** Atoms that must come in for `amountOut`; NaN when the pool does not hold them. */
export function stableCurveIn(curve: StableCurve, direction: number, amountOut: number): number {
  const [unitIn, unitOut] = unitsOf(curve, direction)
  const way = wayOf(curve, direction)
  const out = amountOut * unitOut
  if (out >= way.y) return Number.NaN
  // The curve is the same seen from its other side, where what goes out comes in with the opposite sign.
  const back = { ...way, x: way.y, y: way.x }
  return -outFor(back, -out) / (unitIn * curve.kept)
}

/** Atoms that come out per atom of a trade too small to move the price. */
export function stableRate(curve: StableCurve, direction: number): number {
  const [unitIn, unitOut] = unitsOf(curve, direction)
  const margin = marginAt(curve, curve.firstBalance, curve.secondBalance)
  return (curve.kept * (direction > 0 ? margin : 1 / margin) * unitIn) / unitOut
}

function wayOf({ a, b, c, firstBalance, secondBalance }: StableCurve, direction: number): Way {
  return direction > 0
    ? { a, b, c, x: firstBalance, y: secondBalance }
    : { a, b, c, x: secondBalance, y: firstBalance }
}

function unitsOf({ firstUnit, secondUnit }: StableCurve, direction: number) {
  return direction > 0 ? ([firstUnit, secondUnit] as const) : ([secondUnit, firstUnit] as const)
}

/** The y that belongs to an x: the root above zero of `a y² + (a x + b) y = c / x`. */
function otherBalance({ a, b, c }: Way, x: number): number {
  const half = (a * x + b) / 2
  const root = Math.sqrt(half * half + (a * c) / x)
  return half > 0 ? c / (x * (half + root)) : (root - half) / a
}

/** What goes out for what comes in, without the difference of two large numbers. */
export function outFor(way: Way, amount: number): number {
  const x = way.x + amount
  const k = way.c / (x * otherBalance(way, x) * way.x * way.y)
  return (amount * (way.a + k * way.y)) / (way.a + k * x)
}

/** What goes out per unit that comes in, at a point of the curve. */
function marginAt({ a, c }: Pick<Way, 'a' | 'c'>, x: number, y: number): number {
  return (a + c / (x * x * y)) / (a + c / (x * y * y))
}

/** By what power of x the margin falls. */
function elasticityAt(way: Way, x: number): number {
  const y = otherBalance(way, x)
  const ofX = way.c / (x * x * y)
  const ofY = way.c / (x * y * y)
  const margin = (way.a + ofX) / (way.a + ofY)
  const share = (margin * x) / y
  return (ofX * (share - 2)) / (way.a + ofX) - (ofY * (2 * share - 1)) / (way.a + ofY)
}

/** The x at which the margin has fallen to `wanted`, by Newton's method between bounds that close in. */
function balanceAt(way: Way, wanted: number): number {
  let low = Math.log(way.x)
  let high = Math.log(maxBalance)
  let at = low
  for (let round = 0; round < maxRounds; round += 1) {
    const x = Math.exp(at)
    const error = Math.log(marginAt(way, x, otherBalance(way, x)) / wanted)
    if (Math.abs(error) < 1e-14) break
    if (error > 0) low = at
    else high = at
    const next = at - error / elasticityAt(way, x)
    const isInside = next > low && next < high
    if (isInside && Math.abs(next - at) < 1e-15) break
    at = isInside ? next : (low + high) / 2
  }
  return Math.max(way.x, Math.exp(at))
}
