import type { BlockHeader } from './block'

/** Milliseconds for which a head below the tip, on the tip's branch, counts as a lagging node. */
const maxLagMs = 10_000

/** The time since which a node lags, in Unix milliseconds; undefined while it does not. */
export type Lag = { lagsSince: number | undefined }

type HeadCheck = {
  readonly head: BlockHeader
  readonly indexed: readonly BlockHeader[]
  readonly nowMs: number
}

/**
 * Returns whether a head that is one of our own lower blocks counts as the answer of a lagging node. It does for 10 s,
 * because a rollback would retract events that did happen.
 */
export function isLagging(lag: Lag, { head, indexed, nowMs }: HeadCheck): boolean {
  if (!indexed.some(({ hash }) => hash === head.hash)) return false
  lag.lagsSince ??= nowMs
  return nowMs - lag.lagsSince < maxLagMs
}
