import type { BlockHeader } from './block'

/** Milliseconds for which a head below the tip, on the tip's branch, is taken for a node that lags. */
const lagPatienceMs = 10_000

/** Since when a node lags, in Unix milliseconds; undefined while it does not. */
export type Lag = { lagsSince: number | undefined }

type Sight = {
  readonly head: BlockHeader
  readonly indexed: readonly BlockHeader[]
  readonly nowMs: number
}

/**
 * Whether a head that is one of our own lower blocks is but the answer of a node that lags: believed for a
 * while, because going back would take back what has happened.
 */
export function isLagging(lag: Lag, { head, indexed, nowMs }: Sight): boolean {
  if (!indexed.some(({ hash }) => hash === head.hash)) return false
  lag.lagsSince ??= nowMs
  return nowMs - lag.lagsSince < lagPatienceMs
}
