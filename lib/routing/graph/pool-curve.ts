import type { Address } from '@/lib/core/address'
import { type Pool, tokensOf } from '@/lib/liquidity/pool'
import type { Arbitrage } from './best-trade'
import {
  bestProductTrade,
  type ProductCurve,
  productCurve,
  productIn,
  productOut,
  productRate,
} from './product-curve'
import {
  bestStableTrade,
  type StableCurve,
  stableCurve,
  stableCurveIn,
  stableCurveOut,
  stableRate,
} from './stable-curve'
import { bestTickTrade, type TickCurve, tickCurve, tickIn, tickOut, tickRate } from './tick-curve'
import {
  bestWeightedTrade,
  type WeightedCurve,
  weightedCurve,
  weightedCurveIn,
  weightedCurveOut,
  weightedRate,
} from './weighted-curve'

/**
 * A pool between two tokens in floats, the way the router searches with it; what a route pays is always the
 * integer maths of lib/liquidity. To the rounding of floats a curve never gives less than the pool does.
 */
export type PoolCurve = ProductCurve | TickCurve | WeightedCurve | StableCurve

/** Two tokens between which a pool trades. */
export type TokenPair = {
  readonly first: Address
  readonly second: Address
  readonly curve: PoolCurve
}

const known = new WeakMap<Pool, readonly TokenPair[]>()

/** The pairs of tokens that a pool trades between, made once per pool state; none when it trades nothing. */
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

/** Writes into `trade` what is best to trade with the pool at the prices that stand in it. */
export function solveArbitrage(curve: PoolCurve, trade: Arbitrage): void {
  if (curve.kind === 'product') bestProductTrade(curve, trade)
  else if (curve.kind === 'ticks') bestTickTrade(curve, trade)
  else if (curve.kind === 'weighted') bestWeightedTrade(curve, trade)
  else bestStableTrade(curve, trade)
}

/** Atoms that come out for `amountIn`, forward for a direction of 1; NaN when the pool cannot take them. */
export function curveOut(curve: PoolCurve, direction: number, amountIn: number): number {
  if (curve.kind === 'product') return productOut(curve, direction, amountIn)
  if (curve.kind === 'ticks') return tickOut(curve, direction, amountIn)
  if (curve.kind === 'weighted') return weightedCurveOut(curve, direction, amountIn)
  return stableCurveOut(curve, direction, amountIn)
}

/** Atoms that must come in for `amountOut`, forward for a direction of 1; NaN when the pool cannot give them. */
export function curveIn(curve: PoolCurve, direction: number, amountOut: number): number {
  if (curve.kind === 'product') return productIn(curve, direction, amountOut)
  if (curve.kind === 'ticks') return tickIn(curve, direction, amountOut)
  if (curve.kind === 'weighted') return weightedCurveIn(curve, direction, amountOut)
  return stableCurveIn(curve, direction, amountOut)
}

/** Atoms that come out per atom of a trade too small to move the price; zero when nothing can. */
export function curveRate(curve: PoolCurve, direction: number): number {
  if (curve.kind === 'product') return productRate(curve, direction)
  if (curve.kind === 'ticks') return tickRate(curve, direction)
  if (curve.kind === 'weighted') return weightedRate(curve, direction)
  return stableRate(curve, direction)
}
