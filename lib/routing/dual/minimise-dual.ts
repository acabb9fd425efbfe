import { type Dual, evaluate } from './dual'
import { createLaplacian, solve } from './laplacian'

/**
 * Maximum relative decrease and increase of a price in one step: to 0.4 or to 2.5 times, each the inverse of the other.
 * The second derivatives describe a curve near its point only, where steps are shorter than this.
 */
const maxDecrease = 0.6
const maxIncrease = 1.5

/** Maximum step lengths tried along one direction; the last is near 1e-8, where floats show no decrease any more. */
const maxBacktracks = 16

/** A step that has to be cut below this fraction is limited by tokens in huge excess only. */
const minStep = 1e-3

/** Backtracks after which the step shrinks faster: a flat pool may begin to trade close to the start of the line. */
const gentleBacktracks = 5

/** Fraction of the predicted decrease that a step must achieve (Armijo; Nocedal & Wright, section 3.1). */
const armijoFraction = 1e-4

/**
 * A price that has risen by more than this factor rises without end: no pools can fill the amount. No trade that pools
 * can fill has such a price impact.
 */
const maxGrowth = 1e15

/**
 * A token's excess counts as zero if it is worth less than this fraction of the total, half the precision of a float.
 */
const negligibleExcess = 1e-16

/**
 * Minimises the dual over `dual.prices` by damped Newton steps, until the predicted decrease is below `tolerance` of
 * the traded value or nothing improves (Boyd & Vandenberghe, section 9.5). Returns false if there is no minimum, since
 * the pools cannot fill the amount.
 *
 * In steps relative to the prices the second derivatives of all pools add up to a graph Laplacian, which makes a step
 * cheap. Far from the minimum it is solved inaccurately (Nocedal & Wright, section 7.1). Derived in
 * `docs/math/routing-dual.md`, section 4.
 */
export function minimise(
  dual: Dual,
  { tolerance, maxIterations }: { readonly tolerance: number; readonly maxIterations: number },
): boolean {
  const { graph, prices, weight, held, given } = dual
  const { first, second } = graph
  const tokenCount = prices.length
  const system = createLaplacian({ first, second, weight, held, tokenCount })
  const direction = new Float64Array(tokenCount)
  const start = new Float64Array(tokenCount)
  const excess = new Float64Array(tokenCount)
  evaluate(dual)
  const maxPrice = (prices[given] as number) * maxGrowth
  let residual = Number.POSITIVE_INFINITY
  for (let steps = 0; steps < maxIterations; steps += 1) {
    // Forcing term: half the root of the residual keeps the convergence superlinear (Nocedal & Wright, theorem 7.2).
    const accuracy = Math.min(0.1, Math.max(1e-6, Math.sqrt(residual) * 0.5))
    setExcess(dual, excess)
    solve(system, { right: excess, solution: direction, accuracy })
    let slope = setDescent(dual, excess, direction)
    if (dual.amount > 0 && maxStep(direction) < minStep)
      slope = setDiagonal(dual, excess, direction)
    residual = -slope / (2 * tradedValue(dual))
    if (!(residual > tolerance)) return true
    start.set(prices)
    if (!lineSearch(dual, { start, direction, slope })) return true
    if ((prices[given] as number) > maxPrice) return false
  }
  return true
}

/** The lesser of the given amount's value and the trade's: near the end of all depth they are far apart. */
function tradedValue({ amount, prices, given, value }: Dual): number {
  return Math.min(Math.abs(amount) * (prices[given] as number), Math.abs(value))
}

/**
 * Sets the gradient without negligible excess: if more of a token is offered than all pools take, its price falls
 * forever and would hold up all others on its way to zero.
 */
function setExcess({ gradient, value }: Dual, excess: Float64Array): void {
  const min = negligibleExcess * Math.abs(value)
  for (let k = 0; k < excess.length; k += 1) {
    const pull = gradient[k] as number
    excess[k] = Math.abs(pull) > min ? pull : 0
  }
}

/** Turns the system's solution into the descent direction. Returns its slope. */
function setDescent({ held, prices }: Dual, excess: Float64Array, direction: Float64Array): number {
  let slope = 0
  for (let k = 0; k < prices.length; k += 1) {
    const pull = excess[k] as number
    // No pool trades it or is about to: a token in excess must become cheaper.
    const isUncoupled = direction[k] === 0 && pull !== 0 && k !== held
    const step = isUncoupled ? -Math.sign(pull) * maxDecrease : -(direction[k] as number)
    direction[k] = k === held ? 0 : step
    slope += (direction[k] as number) * pull
  }
  return slope
}

/**
 * Sets the direction in which each price moves by itself, scaled by the weights of its token. Returns its slope. If a
 * pool is offered many times what it can take, one falling price would otherwise drag all others along.
 */
function setDiagonal(dual: Dual, excess: Float64Array, direction: Float64Array): number {
  const { graph, weight, held } = dual
  const { first, second } = graph
  direction.fill(0)
  for (let i = 0; i < weight.length; i += 1) {
    for (const end of [first[i] as number, second[i] as number]) {
      direction[end] = (direction[end] as number) + (weight[i] as number)
    }
  }
  let slope = 0
  for (let k = 0; k < excess.length; k += 1) {
    const pull = excess[k] as number
    const step = pull === 0 || k === held ? 0 : -pull / (direction[k] as number)
    direction[k] = Math.max(-maxDecrease, Math.min(maxIncrease, step))
    slope += (direction[k] as number) * pull
  }
  return slope
}

type Line = {
  readonly start: Float64Array
  readonly direction: Float64Array
  readonly slope: number
}

/** Backtracks along a line until the Armijo condition holds; false if the value does not fall. */
function lineSearch(dual: Dual, line: Line): boolean {
  const { start, slope } = line
  const before = dual.value
  let length = Math.min(1, maxStep(line.direction))
  for (let backtracks = 0; backtracks < maxBacktracks; backtracks += 1) {
    moveTo(dual, line, length)
    evaluate(dual)
    if (dual.value <= before + armijoFraction * length * slope) return true
    const here = slopeAt(dual, line)
    // The value is convex along the line, so the secant of both slopes leads near the minimum.
    const secant = here > slope ? slope / (slope - here) : 0.5
    length *= Math.min(backtracks < gentleBacktracks ? 0.7 : 0.2, Math.max(0.1, secant))
  }
  dual.prices.set(start)
  evaluate(dual)
  return false
}

function maxStep(direction: Float64Array): number {
  let length = Number.POSITIVE_INFINITY
  for (let k = 0; k < direction.length; k += 1) {
    const step = direction[k] as number
    if (step < 0) length = Math.min(length, maxDecrease / -step)
    else if (step > 0) length = Math.min(length, maxIncrease / step)
  }
  return length
}

function moveTo({ prices }: Dual, { start, direction }: Line, length: number): void {
  for (let k = 0; k < prices.length; k += 1) {
    prices[k] = (start[k] as number) * (1 + length * (direction[k] as number))
  }
}

function slopeAt({ gradient, prices }: Dual, { start, direction }: Line): number {
  let slope = 0
  for (let k = 0; k < prices.length; k += 1) {
    const share = (start[k] as number) / (prices[k] as number)
    slope += (gradient[k] as number) * (direction[k] as number) * share
  }
  return slope
}
