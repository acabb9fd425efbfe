import type { IncomingMessage } from 'node:http'
import type { Context } from '@/lib/context'
import { isNoneMatch } from '@/lib/http/pipeline/etag'
import type { KeptAt } from '@/lib/http/pipeline/exchange'
import { isWithinReads } from '@/lib/http/pipeline/rate-limit'
import { logRequest, requestIdOf } from '@/lib/http/server/log-request'
import { clientOf, type Incoming } from '@/lib/http/server/node-exchange'
import { findFreshAnswer } from './answer-cache'
import { ageOf, type CachedAnswer } from './cached-answer'
import { createMemoryCache } from './memory-cache'

/** Memory limits of the remembered targets, and the maximum `length` of one in characters. */
const bounds = { entries: 20_000, bytes: 16 * 1024 * 1024, length: 512 }

/** The cache key of a request target, and its path template for the log. */
type Remembered = KeptAt & { readonly route: string }

/** The front server's fast path for requests whose target was served before. */
export type FastPath = {
  /** Answers from memory. Returns false, without side effects, if the full pipeline must run. */
  readonly answer: (incoming: Incoming) => boolean
  /** Remembers which cached response the full pipeline served for a request target. */
  readonly remember: (target: string, at: Remembered) => void
}

/**
 * Creates the fast path. It skips only what the target alone decides (path, network, input, key): rate limits,
 * entity tags, HEAD, request ids and the log work as in the full pipeline.
 */
export function createFastPath(ctx: Context): FastPath {
  const targets = createMemoryCache<Remembered>({
    ...bounds,
    bytesOf: ({ key, route }) => key.length + route.length,
  })
  return {
    answer: (incoming) => {
      const at = targets.get(incoming.request.url ?? '')
      if (!at || !isPlain(incoming.request)) return false
      const kept = findFreshAnswer(ctx, at.key)
      if (!kept || !isWithin(ctx, at, incoming.request)) return false
      ctx.metrics.cacheLookups.inc({ result: 'hit' })
      send(ctx, incoming, { kept, route: at.route })
      return true
    },
    remember: (target, at) => {
      const isRead = at.limit === 'reads' || at.limit === 'none'
      if (isRead && target.length <= bounds.length) targets.set(target, at)
    },
  }
}

/** Whether a request is a well-formed GET or HEAD without a body. */
function isPlain({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (headers.host === undefined || headers['content-encoding'] !== undefined) return false
  return headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
}

function isWithin(ctx: Context, { limit, chainId }: Remembered, request: IncomingMessage): boolean {
  if (limit === 'none') return true
  return isWithinReads(ctx, { clientAddress: clientOf(ctx, request), chainId })
}

type Sending = { readonly kept: CachedAnswer; readonly route: string }

function send(ctx: Context, { request, response }: Incoming, { kept, route }: Sending): void {
  const startedMs = performance.now()
  const { headers, method = 'GET' } = request
  const requestId = requestIdOf(headers['x-request-id']?.toString())
  const status = isNoneMatch(headers['if-none-match'], kept.etag) ? 304 : 200
  const { head, length, payload } = kept.wire
  const lines = head.concat('Age', ageOf(kept, ctx.now()), 'X-Request-Id', requestId)
  if (status === 200) lines.push('Content-Length', length)
  response.writeHead(status, lines)
  if (status === 304 || method === 'HEAD') response.end()
  else if (typeof payload === 'string') response.end(payload, 'latin1')
  else response.end(payload)
  const ms = performance.now() - startedMs
  logRequest(ctx, { requestId, method, route, status, ms, error: undefined })
}
