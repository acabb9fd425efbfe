import { stableUnits } from '@/lib/liquidity/math/vault-swap'
import type { StablePool } from '@/lib/liquidity/pool'
import { type Arbitrage, threshold } from './best-trade'

/**
 * Two tokens of a stable pool in floats, in units of the invariant D. On the StableSwap curve (Egorov, 2019) the
 * balances x and y keep `a (x + y) - c / (x y)`, where `a` is the amplification times the number of tokens, and `c` and
 * `b` hold the contribution of the other tokens. Derived in `docs/math/stable-pools.md`, sections 2 and 3.
 */
export type StableCurve = {
  readonly kind: 'stable'
  readonly firstBalance: number
  readonly secondBalance: number
  /** Units of D per atom. */
  readonly firstUnit: number
  readonly secondUnit: number
  /** Maximum atoms of either token that the pool's integers pay beyond the curve. */
  readonly firstBeyond: number
  readonly secondBeyond: number
  readonly a: number
  readonly b: number
  readonly c: number
  readonly kept: number
}

/** One direction of a curve: its balances and constants. */
export type Side = Pick<StableCurve, 'a' | 'b' | 'c'> & { readonly x: number; readonly y: number }

/** Maximum balance in units of D: beyond it nothing is left to leave the pool. */
const maxBalance = 1e40

/** Rounds of the search for a balance: bisection alone takes 54 from a range of `ln(1e40)`, 92, to 1e-14. */
const maxRounds = 120

/** Rounds for the invariant: as many as the pool itself makes. */
const maxInvariantRounds = 255

/** A pool whose rounding may pay more than this fraction of a balance is not traded: it holds dust in its own units. */
const maxBeyond = 1e-9

/** Returns the curve of two tokens of a pool by their positions; undefined if they do not trade. */
export function stableCurve(pool: StablePool, [i, j]: readonly [number, number]) {
  const units = stableUnits(pool, [i, j])
  const [firstToken, secondToken] = [pool.tokens[i], pool.tokens[j]]
  if (!units || !firstToken || !secondToken) return undefined
  // Rounded like the pool does: the last unit of a token with a low rate may be worth much.
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

/** Solves `a S + D = a D + D^(n+1) / (n^n P)` for D by Newton's method from the sum of the balances. */
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

/**
 * Sells into the pool until a further atom in is worth more than its output (`docs/math/stable-pools.md`, section 3).
 */
export function solveStable(curve: StableCurve, trade: Arbitrage): void {
  // The value of one D of either token.
  const first = (trade.firstRoot * trade.firstRoot) / curve.firstUnit
  const second = (trade.secondRoot * trade.secondRoot) / curve.secondUnit
  const start = marginAt(curve, curve.firstBalance, curve.secondBalance)
  const isForward = start * second > first
  const side = sideOf(curve, isForward ? 1 : -1)
  const [valueOfIn, valueOfOut] = isForward ? [first, second] : [second, first]
  const target = valueOfIn / (valueOfOut * curve.kept)
  const offered = isForward ? start : 1 / start
  trade.direction = 0
  trade.valueIn = 0
  trade.valueOut = 0
  trade.weight = 0
  if (!(offered >= target * threshold)) return
  const x = offered > target ? balanceAt(side, target) : side.x
  if (x < maxBalance) trade.weight = (-valueOfIn * x) / (curve.kept * elasticityAt(side, x))
  if (!(offered > target)) return
  trade.direction = isForward ? 1 : -1
  trade.valueIn = (valueOfIn * (x - side.x)) / curve.kept
  trade.valueOut = valueOfOut * outFor(side, x - side.x)
}

/** Returns the atoms out for `amountIn`, forward for a direction of 1. */
export function stableCurveOut(curve: StableCurve, direction: number, amountIn: number): number {
  const [unitIn, unitOut] = unitsOf(curve, direction)
  return outFor(sideOf(curve, direction), amountIn * curve.kept * unitIn) / unitOut
}

/** Returns the atoms in for `amountOut`; NaN if the pool does not hold them. */
export function stableCurveIn(curve: StableCurve, direction: number, amountOut: number): number {
  const [unitIn, unitOut] = unitsOf(curve, direction)
  const side = sideOf(curve, direction)
  const out = amountOut * unitOut
  if (out >= side.y) return Number.NaN
  // The curve is symmetric: from its other side, an output is an input of opposite sign.
  const back = { ...side, x: side.y, y: side.x }
  return -outFor(back, -out) / (unitIn * curve.kept)
}

/** Returns the spot rate: atoms out per atom in, after the fee. */
export function stableRate(curve: StableCurve, direction: number): number {
  const [unitIn, unitOut] = unitsOf(curve, direction)
  const margin = marginAt(curve, curve.firstBalance, curve.secondBalance)
  return (curve.kept * (direction > 0 ? margin : 1 / margin) * unitIn) / unitOut
}

function sideOf({ a, b, c, firstBalance, secondBalance }: StableCurve, direction: number): Side {
  return direction > 0
    ? { a, b, c, x: firstBalance, y: secondBalance }
    : { a, b, c, x: secondBalance, y: firstBalance }
}

function unitsOf({ firstUnit, secondUnit }: StableCurve, direction: number) {
  return direction > 0 ? ([firstUnit, secondUnit] as const) : ([secondUnit, firstUnit] as const)
}

/** Returns the y of an x: the positive root of `a y² + (a x + b) y = c / x`. */
function otherBalance({ a, b, c }: Side, x: number): number {
  const half = (a * x + b) / 2
  const root = Math.sqrt(half * half + (a * c) / x)
  return half > 0 ? c / (x * (half + root)) : (root - half) / a
}

/** Returns the output for an input, without the difference of two large numbers: (3) of `docs/math/stable-pools.md`. */
export function outFor(side: Side, amount: number): number {
  const x = side.x + amount
  const k = side.c / (x * otherBalance(side, x) * side.x * side.y)
  return (amount * (side.a + k * side.y)) / (side.a + k * x)
}

/** Returns the marginal rate at a point of the curve: output per unit of input. */
function marginAt({ a, c }: Pick<Side, 'a' | 'c'>, x: number, y: number): number {
  return (a + c / (x * x * y)) / (a + c / (x * y * y))
}

/** Returns the elasticity of the marginal rate in x: E of `docs/math/stable-pools.md`, section 3. */
function elasticityAt(side: Side, x: number): number {
  const y = otherBalance(side, x)
  const ofX = side.c / (x * x * y)
  const ofY = side.c / (x * y * y)
  const margin = (side.a + ofX) / (side.a + ofY)
  const share = (margin * x) / y
  return (ofX * (share - 2)) / (side.a + ofX) - (ofY * (2 * share - 1)) / (side.a + ofY)
}

/**
 * Returns the x at which the marginal rate has fallen to `target`, by Newton's method safeguarded by bisection. Ends
 * where the rate is exact to the rounding of its own evaluation.
 */
function balanceAt(side: Side, target: number): number {
  let low = Math.log(side.x)
  let high = Math.log(maxBalance)
  let at = low
  for (let round = 0; round < maxRounds; round += 1) {
    const x = Math.exp(at)
    const error = Math.log(marginAt(side, x, otherBalance(side, x)) / target)
    if (Math.abs(error) < 1e-14) break
    if (error > 0) low = at
    else high = at
    const next = at - error / elasticityAt(side, x)
    const isInside = next > low && next < high
    if (isInside && Math.abs(next - at) < 1e-15) break
    at = isInside ? next : (low + high) / 2
  }
  return Math.max(side.x, Math.exp(at))
}
