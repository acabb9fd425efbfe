import { type Dual, evaluate } from './dual'
import { createLaplacian, solve } from './laplacian'

/** A step lowers a price at most by this part of it, and raises it at most by this multiple of it. */
const maxDecrease = 0.6
const maxIncrease = 1.5

/** Steps that are tried along one direction. */
const maxBacktracks = 16

/** A step of which less than this part can be taken tells of nothing but tokens of which there is far too much. */
const minStep = 1e-3

/** Tries after which a step becomes much smaller each time: a flat pool may begin to trade next to where the line begins. */
const gentleTries = 5

/** Part of the promised gain that a step must bring. */
const armijoFraction = 1e-4

/** A price that has risen by more than this without an end in sight: no pools can give what is wanted. */
const maxGrowth = 1e15

/** What is left of a token counts as nothing where it is worth less than this part of all. */
const worthless = 1e-16

/**
 * Moves `dual.prices` to the least value by damped Newton steps, until a further step promises to gain less
 * than `tolerance` of the value that is traded, or nothing is gained any more. False when there is no least value,
 * since the pools cannot give what is wanted.
 *
 * In steps relative to the prices the second derivatives of all pools add up to a graph Laplacian, which is
 * what makes a step cheap.
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
  const pulls = new Float64Array(tokenCount)
  evaluate(dual)
  const maxPrice = (prices[given] as number) * maxGrowth
  let residual = Number.POSITIVE_INFINITY
  for (let steps = 0; steps < maxIterations; steps += 1) {
    const accuracy = Math.min(0.1, Math.max(1e-6, Math.sqrt(residual) * 0.5))
    setPulls(dual, pulls)
    solve(system, { right: pulls, solution: direction, accuracy })
    let slope = turn(dual, pulls, direction)
    if (dual.amount > 0 && longest(direction) < minStep) slope = part(dual, pulls, direction)
    residual = -slope / (2 * tradedValue(dual))
    if (!(residual > tolerance)) return true
    start.set(prices)
    if (!search(dual, { start, direction, slope })) return true
    if ((prices[given] as number) > maxPrice) return false
  }
  return true
}

/** The lesser of what the given amount is worth and what the trade comes to: near the end of all depth they are far apart. */
function tradedValue({ amount, prices, given, value }: Dual): number {
  return Math.min(Math.abs(amount) * (prices[given] as number), Math.abs(value))
}

/**
 * The gradient without what is worth nothing: where more is offered of a token than all pools take, its price falls for
 * ever, and would hold up all others on its way to zero.
 */
function setPulls({ gradient, value }: Dual, pulls: Float64Array): void {
  const min = worthless * Math.abs(value)
  for (let k = 0; k < pulls.length; k += 1) {
    const pull = gradient[k] as number
    pulls[k] = Math.abs(pull) > min ? pull : 0
  }
}

/** Makes of the system's solution the direction to go in; its slope. */
function turn({ held, prices }: Dual, pulls: Float64Array, direction: Float64Array): number {
  let slope = 0
  for (let k = 0; k < prices.length; k += 1) {
    const pull = pulls[k] as number
    // No pool is traded with or near to it: what is offered of the token must become cheaper.
    const isLoose = direction[k] === 0 && pull !== 0 && k !== held
    const step = isLoose ? -Math.sign(pull) * maxDecrease : -(direction[k] as number)
    direction[k] = k === held ? 0 : step
    slope += (direction[k] as number) * pull
  }
  return slope
}

/**
 * The direction in which each price goes its own way, as far as the pools of its token let it; its slope. Where all that
 * a pool has is sold to it many times over, one price would otherwise take all others along on its way down.
 */
function part(dual: Dual, pulls: Float64Array, direction: Float64Array): number {
  const { graph, weight, held } = dual
  const { first, second } = graph
  direction.fill(0)
  for (let i = 0; i < weight.length; i += 1) {
    for (const end of [first[i] as number, second[i] as number]) {
      direction[end] = (direction[end] as number) + (weight[i] as number)
    }
  }
  let slope = 0
  for (let k = 0; k < pulls.length; k += 1) {
    const pull = pulls[k] as number
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

/** Goes along a line until the value has fallen enough; false when it does not fall. */
function search(dual: Dual, line: Line): boolean {
  const { start, slope } = line
  const before = dual.value
  let length = Math.min(1, longest(line.direction))
  for (let tries = 0; tries < maxBacktracks; tries += 1) {
    moveTo(dual, line, length)
    evaluate(dual)
    if (dual.value <= before + armijoFraction * length * slope) return true
    const here = slopeAt(dual, line)
    // The value is convex along the line, so the secant of both slopes leads near to its lowest point.
    const secant = here > slope ? slope / (slope - here) : 0.5
    length *= Math.min(tries < gentleTries ? 0.7 : 0.2, Math.max(0.1, secant))
  }
  dual.prices.set(start)
  evaluate(dual)
  return false
}

function longest(direction: Float64Array): number {
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
