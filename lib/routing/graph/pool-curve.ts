import type { Address } from '@/lib/core/address'
import { type Pool, tokensOf } from '@/lib/liquidity/pool'
import type { Arbitrage } from './best-trade'
import {
  type ProductCurve,
  productCurve,
  productIn,
  productOut,
  productRate,
  solveProduct,
} from './product-curve'
import {
  type StableCurve,
  solveStable,
  stableCurve,
  stableCurveIn,
  stableCurveOut,
  stableRate,
} from './stable-curve'
import { solveTicks, type TickCurve, tickCurve, tickIn, tickOut, tickRate } from './tick-curve'
import {
  solveWeighted,
  type WeightedCurve,
  weightedCurve,
  weightedCurveIn,
  weightedCurveOut,
  weightedRate,
} from './weighted-curve'

/**
 * A pool between two tokens in floats, for the search; the amounts of a route always come from the integer maths of
 * lib/liquidity. Up to float rounding, and `beyond` for stable pools, a curve never gives less than the pool does.
 */
export type PoolCurve = ProductCurve | TickCurve | WeightedCurve | StableCurve

/** Two tokens that a pool trades. */
export type TokenPair = {
  readonly first: Address
  readonly second: Address
  readonly curve: PoolCurve
}

const known = new WeakMap<Pool, readonly TokenPair[]>()

/** Returns the token pairs of a pool, built once per pool state; none if it trades nothing. */
export function pairsOf(pool: Pool): readonly TokenPair[] {
  let pairs = known.get(pool)
  if (!pairs) {
    pairs = makePairs(pool)
    known.set(pool, pairs)
  }
  return pairs
}

function makePairs(pool: Pool): readonly TokenPair[] {
  const tokens = tokensOf(pool)
  return tokens.flatMap((first, i) =>
    tokens.slice(i + 1).flatMap((second, j) => {
      const curve = makeCurve(pool, [i, i + 1 + j])
      return curve ? [{ first, second, curve }] : []
    }),
  )
}

function makeCurve(pool: Pool, places: readonly [number, number]): PoolCurve | undefined {
  switch (pool.protocol) {
    case 'uniswap-v2':
      return productCurve(pool)
    case 'uniswap-v3':
      return tickCurve(pool)
    case 'balancer-weighted':
      return weightedCurve(pool, places)
    case 'balancer-stable':
      return stableCurve(pool, places)
  }
}

/**
 * Solves the pool's arbitrage problem at the prices in `trade` and writes the result into it (Diamandis, Resnick,
 * Chitra, Angeris 2023; `docs/math/routing-dual.md`, section 3).
 */
export function solveArbitrage(curve: PoolCurve, trade: Arbitrage): void {
  if (curve.kind === 'product') solveProduct(curve, trade)
  else if (curve.kind === 'ticks') solveTicks(curve, trade)
  else if (curve.kind === 'weighted') solveWeighted(curve, trade)
  else solveStable(curve, trade)
}

/** Returns the atoms out for `amountIn`, forward for a direction of 1; NaN if the pool cannot take them. */
export function curveOut(curve: PoolCurve, direction: number, amountIn: number): number {
  if (curve.kind === 'product') return productOut(curve, direction, amountIn)
  if (curve.kind === 'ticks') return tickOut(curve, direction, amountIn)
  if (curve.kind === 'weighted') return weightedCurveOut(curve, direction, amountIn)
  return stableCurveOut(curve, direction, amountIn)
}

/** Returns the atoms in for `amountOut`, forward for a direction of 1; NaN if the pool cannot give them. */
export function curveIn(curve: PoolCurve, direction: number, amountOut: number): number {
  if (curve.kind === 'product') return productIn(curve, direction, amountOut)
  if (curve.kind === 'ticks') return tickIn(curve, direction, amountOut)
  if (curve.kind === 'weighted') return weightedCurveIn(curve, direction, amountOut)
  return stableCurveIn(curve, direction, amountOut)
}

/** Returns the spot rate: atoms out per atom in, after the fee; zero if the pool trades nothing that way. */
export function curveRate(curve: PoolCurve, direction: number): number {
  if (curve.kind === 'product') return productRate(curve, direction)
  if (curve.kind === 'ticks') return tickRate(curve, direction)
  if (curve.kind === 'weighted') return weightedRate(curve, direction)
  return stableRate(curve, direction)
}
