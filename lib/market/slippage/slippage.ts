import { type Movement, movementWithin } from './slippage-movement'

/** The least slippage in bps: amounts are rounded to atoms on their way through pools and prices. */
export const minSlippageBps = 1

/** The most slippage in bps. Spec: slippageBps range. */
export const maxSlippageBps = 10_000

/** What a recommendation follows from; shares are fractions of what is traded, 0 where nothing is known. */
export type SlippageFacts = {
  readonly movement: Movement
  /** Seconds until the order ends; undefined: as long as a settlement takes. */
  readonly waitSeconds: number | undefined
  /** Part of the price that the order's size costs in the pools as they are, 0 to 1. */
  readonly impact: number
  /** By how much more than that it has cost lately, when the pools were at their shallowest. */
  readonly depthSwing: number
  /** Whether the order may be filled in parts. */
  readonly partiallyFillable: boolean
  /** The order's fee as a share of what it sells. */
  readonly feeShare: number
}

/** Part of the impact that others' trades may add before the order is settled, and the most that is added. */
const minImpactShare = 0.1
const maxImpactShare = 1

/** A fill in parts needs no more than the pools give at once: half of the whole order's impact. */
const partialImpactShare = 0.5

/** By how much the network's cost may rise until the settlement (the public client's own share). */
const feeRise = 0.5

/**
 * The slippage to allow so that an order quoted now can still be settled, in whole bps from
 * {@link minSlippageBps} to {@link maxSlippageBps}: what the price may move, what the pools may get
 * shallower, and what the network may get dearer. Rises with each of them. Spec: Slippage
 * recommendation.
 */
export function recommendSlippage(facts: SlippageFacts): number {
  const share =
    movementWithin(facts.movement, facts.waitSeconds) + depthShare(facts) + facts.feeShare * feeRise
  // A thousandth of a bp is the noise of floating-point sums, not a reason to round up.
  const bps = Math.ceil(share * 10_000 - 0.001)
  return Math.min(Math.max(bps, minSlippageBps), maxSlippageBps)
}

function depthShare({ impact, depthSwing, partiallyFillable }: SlippageFacts): number {
  const share = Math.min(Math.max(depthSwing, minImpactShare), maxImpactShare)
  return impact * share * (partiallyFillable ? partialImpactShare : 1)
}
