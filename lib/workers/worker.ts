import { watchNodes } from '@/lib/chain/nodes/watch-nodes'
import { senders } from '@/lib/channels/sending/senders'
import type { Context } from '@/lib/context'
import { getNetwork } from '@/lib/core/networks'
import { hasSolver } from '@/lib/core/settings/signer-settings'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import { deliveryLoop } from './delivery-loop'
import { electionLoop } from './lead'
import { type Loop, runLoop, sleep } from './loop'
import { networkLoops } from './network-loops'
import { housekeepingLoop, referralLoops, retentionLoop, telegramLoops } from './service-loops'
/** A running worker. */
export type Worker = {
  /** Stops all loops; resolves when the current runs have ended, or after `graceMs`. */
  readonly stop: (graceMs: number) => Promise<void>
}

/**
 * Starts the loops of every configured network, and the delivery loop. Any number of workers may run side by side: one
 * leads each role, the roles are spread over all, and all share the deliveries. Work that needs an unreachable database or
 * chain is retried indefinitely.
 */
export function startWorker(ctx: Context): Worker {
  const { databaseUrl, chainIds, cmsEnabled } = ctx.config
  const stopping = new AbortController()
  if (databaseUrl === undefined) ctx.log.error('DATABASE_URL is not set: the worker is idle')
  const settled = chainIds.filter((chainId) => hasSolver(ctx.config, chainId))
  const others = chainIds.filter((chainId) => !settled.includes(chainId))
  if (others.length > 0) {
    const networks = others.map((chainId) => getNetwork(chainId).name)
    ctx.log.warn({ networks }, 'no solver key or signer: this worker runs no auctions there')
  }
  const loops: Loop[] = []
  if (databaseUrl !== undefined) {
    const led = [
      ...chainIds.flatMap((id) => networkLoops(ctx, id)),
      ...(cmsEnabled ? [referralLoops(ctx)] : []),
      ...telegramLoops(ctx),
    ]
    // Counted from the start, so that an alert sees a network without a first round; also one whose key only another worker
    // has, which may not run.
    if (settled.length > 0) {
      for (const chain of chainIds) ctx.metrics.rounds.inc({ chain, outcome: 'idle' }, 0)
    }
    loops.push(
      electionLoop(databaseUrl, led, { foreign: others.map(auctionRole) }),
      housekeepingLoop,
      retentionLoop,
      deliveryLoop(databaseUrl, senders),
    )
  }
  const { signal } = stopping
  const running = Promise.all([
    watchNodes(ctx, { signal, headsOfSingles: true }),
    ...loops.map((loop) => runLoop(ctx, loop, signal)),
  ])
  return {
    stop: async (graceMs) => {
      stopping.abort()
      const patience = new AbortController()
      await Promise.race([running, sleep(graceMs, patience.signal)])
      patience.abort()
    },
  }
}
