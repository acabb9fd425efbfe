import type { Solution } from '@/lib/auctions/model/solution'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { withDeadline } from '@/lib/core/deadline'

/** The outcome of solutions. */
export type Outcome =
  | { readonly kind: 'success' | 'revert'; readonly transaction: Hex }
  | { readonly kind: 'simulationFailed' }

/** Timeout of a notification in milliseconds; nothing depends on it. */
const noticeMs = 1_000

/**
 * Reports the outcome of their solutions to solver engines by `POST …/notify` in the public format. Fire and forget:
 * errors are ignored.
 */
export function notifyEngines(
  ctx: Context,
  { auctionId, solutions }: { readonly auctionId: bigint; readonly solutions: readonly Solution[] },
  outcome: Outcome,
): void {
  for (const { solver, proposalId } of solutions) {
    const engine = ctx.config.solverEngines.find(({ name }) => name === solver)
    if (!engine || proposalId === undefined) continue
    const body = JSON.stringify({
      auctionId: String(auctionId),
      solutionId: proposalId,
      ...outcome,
    })
    const sent = withDeadline({ ms: noticeMs }, async (signal) => {
      const headers = { 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body, redirect: 'error', signal } as const
      const response = await ctx.fetch(`${engine.url}/notify`, init)
      await response.body?.cancel()
    })
    sent.catch(() => ctx.log.debug({ solver }, 'solver engine rejected a notification'))
  }
}
