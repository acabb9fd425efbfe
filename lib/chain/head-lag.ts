import { type Context, memoized } from '@/lib/context'
import type { BlockHeader } from './block'
import type { IndexKey } from './chain-index'

/** Milliseconds for which a head below the tip, on the tip's branch, is taken for a node that lags. */
const lagPatienceMs = 10_000

/**
 * Whether a head that is one of our own lower blocks is but the answer of a node that lags: believed for a
 * while, because going back would take back what has happened.
 */
export function isLagging(
  ctx: Context,
  { chainId, indexer }: IndexKey,
  { head, indexed }: { head: BlockHeader; indexed: readonly BlockHeader[] },
): boolean {
  const lag = memoized(ctx, `${indexer}:lag:${chainId}`, (): { since?: number } => ({}))
  if (!indexed.some(({ hash }) => hash === head.hash)) {
    delete lag.since
    return false
  }
  lag.since ??= ctx.now()
  if (ctx.now() - lag.since < lagPatienceMs) return true
  delete lag.since
  return false
}
