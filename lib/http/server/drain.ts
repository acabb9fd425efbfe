import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { startDraining } from '@/lib/api/health/check-process'
import type { Context } from '@/lib/context'
import { endStreams } from '@/lib/http/sse/open-streams'
import { closeAfterResponses, stopServer } from './stop-server'

type Drain = {
  /** Maximum milliseconds for requests in flight, once the server no longer listens. */
  readonly inFlightMs: number
  /** Ends the wait for proxies. */
  readonly hurry: AbortSignal
}

/**
 * Takes a web process out of service. Its readiness fails at once, but it serves requests and streams for `DRAIN_SECONDS`,
 * until proxies have noticed. Then streams end, since their clients reach another process by now, and the server stops.
 */
export async function drainServer(
  ctx: Context,
  server: Server,
  { inFlightMs, hurry }: Drain,
): Promise<void> {
  const seconds = ctx.config.drainSeconds
  ctx.log.info({ seconds }, 'draining')
  startDraining(ctx)
  closeAfterResponses(server)
  await delay(seconds * 1_000, undefined, { signal: hurry }).catch(() => {})
  endStreams(ctx)
  await stopServer(server, inFlightMs)
}
