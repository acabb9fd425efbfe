import { type Movement, movementWithin } from './slippage-movement'

/** Minimum slippage in bps: pools and prices round amounts to atoms. */
export const minSlippageBps = 1

/** Maximum slippage in bps. Spec: slippageBps range. */
export const maxSlippageBps = 10_000

/** Inputs of a recommendation; shares are fractions of the traded amount, 0 if unknown. */
export type SlippageFacts = {
  readonly movement: Movement
  /** Seconds until the order expires; default `settlementSeconds`. */
  readonly waitSeconds: number | undefined
  /** Price impact of the order's size in the current pools, from 0 to 1. */
  readonly impact: number
  /** Relative increase of that impact at the pools' minimum depth of the last day. */
  readonly depthSwing: number
  readonly partiallyFillable: boolean
  /** The order's fee as a share of its sell amount. */
  readonly feeShare: number
}

/** Minimum and maximum share of the impact added for trades of others before the settlement. */
const minImpactShare = 0.1
const maxImpactShare = 1

/** A partially fillable order can fill what the pools offer: half of the whole order's impact counts. */
const partialImpactShare = 0.5

/** Allowed rise of the network cost until the settlement; the public client uses the same share. */
const feeRise = 0.5

/**
 * Recommends the slippage tolerance with which an order quoted now can still be settled, in whole bps from
 * {@link minSlippageBps} to {@link maxSlippageBps}: the sum of the expected price move, loss of depth and rise of
 * the network cost. Spec: Slippage recommendation.
 */
export function recommendSlippage(facts: SlippageFacts): number {
  const share =
    movementWithin(facts.movement, facts.waitSeconds) + depthShare(facts) + facts.feeShare * feeRise
  // 0.001 bps absorbs floating-point noise, which must not round up.
  const bps = Math.ceil(share * 10_000 - 0.001)
  return Math.min(Math.max(bps, minSlippageBps), maxSlippageBps)
}

function depthShare({ impact, depthSwing, partiallyFillable }: SlippageFacts): number {
  const share = Math.min(Math.max(depthSwing, minImpactShare), maxImpactShare)
  return impact * share * (partiallyFillable ? partialImpactShare : 1)
}
