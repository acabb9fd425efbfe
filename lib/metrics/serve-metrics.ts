import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics } from 'prom-client'
import { watchedSince } from '@/lib/chain/nodes/watch-nodes'
import type { Context } from '@/lib/context'
import { backoffMs } from '@/lib/core/backoff'
import { describePool } from '@/lib/db/database'

/** Milliseconds for which a scrape is answered from the last one, so that scrapes cost the database nothing. */
const keepMs = 1_000

/** Sets the gauges that are read at a scrape. */
export type Measure = (ctx: Context) => Promise<void>

/**
 * Serves `GET /metrics` on a listener of its own, with the event loop's lag and the heap, if this role has a port. A port
 * that is taken costs the metrics, not the process, and is tried again until it is free or the listener is closed. `GET /healthz` answers there while the process lives: unlike a scrape it
 * asks no database, whose outage is no reason to restart a worker.
 */
export function serveMetrics(
  ctx: Context,
  { port, measure }: { readonly port: number | undefined; readonly measure?: Measure },
): Server | undefined {
  if (port === undefined) return undefined
  const { registry } = ctx.metrics
  collectDefaultMetrics({ register: registry })
  let kept: { readonly atMs: number; readonly text: Promise<string> } | undefined
  const scrape = () => {
    if (!kept || performance.now() - kept.atMs >= keepMs) {
      kept = { atMs: performance.now(), text: scrapeNow(ctx, measure) }
    }
    return kept.text
  }
  const server = createServer(async ({ method, url }, response) => {
    const path = url?.split('?', 1)[0]
    if (path !== '/metrics' && path !== '/healthz') {
      response.writeHead(404).end()
      return
    }
    if (method !== 'GET') {
      response.writeHead(405, { Allow: 'GET' }).end()
      return
    }
    if (path === '/healthz') {
      response.writeHead(200, { 'Content-Type': 'text/plain' }).end('ok\n')
      return
    }
    try {
      const text = await scrape()
      response.writeHead(200, { 'Content-Type': registry.contentType }).end(text)
    } catch (error) {
      ctx.log.error({ error }, 'metrics could not be written')
      response.writeHead(500).end()
    }
  })
  const host = ctx.config.metrics.host
  let failures = 0
  let retry: NodeJS.Timeout | undefined
  server.on('error', (error) => {
    failures += 1
    if (failures === 1) ctx.log.error({ error, host, port }, 'metrics are not served, retrying')
    retry = setTimeout(() => server.listen(port, host), backoffMs(failures, Math.random())).unref()
  })
  server.on('listening', () => {
    failures = 0
    ctx.log.info({ host, port }, 'metrics are served')
  })
  server.on('close', () => clearTimeout(retry))
  server.listen(port, host)
  server.unref()
  return server
}

async function scrapeNow(ctx: Context, measure: Measure | undefined): Promise<string> {
  measureProcess(ctx)
  await measure?.(ctx).catch(() => ctx.metrics.stateErrors.inc())
  return ctx.metrics.registry.metrics()
}

/** Sets what the process knows by itself. */
function measureProcess(ctx: Context): void {
  const { headAge, poolConnections } = ctx.metrics
  const { busy, idle, waiting } = describePool(ctx.db)
  poolConnections.set({ state: 'busy' }, busy)
  poolConnections.set({ state: 'idle' }, idle)
  poolConnections.set({ state: 'waiting' }, waiting)
  for (const chainId of ctx.config.chainIds) {
    const sinceMs = watchedSince(ctx).get(chainId)
    for (const { chain, state } of ctx.nodes(chainId).all) {
      const sinceSeconds = state.head?.timestamp ?? (sinceMs && sinceMs / 1_000)
      if (sinceSeconds === undefined) continue
      const age = ctx.now() / 1_000 - Number(sinceSeconds)
      headAge.set({ chain: chainId, node: chain.host }, Math.max(0, age))
    }
  }
}
