import type { IncomingMessage } from 'node:http'
import type { Context } from '@/lib/context'
import { isNoneMatch } from '@/lib/http/pipeline/etag'
import type { KeptAt } from '@/lib/http/pipeline/exchange'
import { isWithinReads } from '@/lib/http/pipeline/rate-limit'
import { logRequest } from '@/lib/http/server/log-request'
import { clientOf, type Incoming } from '@/lib/http/server/node-exchange'
import { requestIdOf } from '@/lib/http/server/request-id'
import { findKeptAnswer } from './answer-cache'
import { ageOf, type CachedAnswer } from './cached-answer'
import { createRecentMap } from './two-generation-cache'

/** Bounds of the targets that are remembered; a longer one than `length` is not. */
const bounds = { entries: 20_000, bytes: 16 * 1024 * 1024, length: 512 }

/** Where the answer to a request target is kept, and the template of its path for the log. */
type Remembered = KeptAt & { readonly route: string }

/** The short way of the front server, for requests that repeat an earlier one to the letter. */
export type HotAnswers = {
  /** Answers from memory; false, and nothing done, when the request must go the long way. */
  readonly answer: (incoming: Incoming) => boolean
  /** Remembers which kept answer the long way gave to a request target. */
  readonly remember: (target: string, at: Remembered) => void
}

/**
 * Opens the short way. It leaves out what the target alone decides (path, network, input, key); limits,
 * entity tags, HEAD, request ids and the log are those of the long way, and what is not plain goes there.
 */
export function createHotAnswers(ctx: Context): HotAnswers {
  const targets = createRecentMap<Remembered>({
    ...bounds,
    bytesOf: ({ key, route }) => key.length + route.length,
  })
  return {
    answer: (incoming) => {
      const at = targets.find(incoming.request.url ?? '')
      if (!at || !isPlain(incoming.request)) return false
      const kept = findKeptAnswer(ctx, at.key)
      if (!kept || !isWithin(ctx, at, incoming.request)) return false
      send(ctx, incoming, { kept, route: at.route })
      return true
    },
    remember: (target, at) => {
      const isRead = at.limit === 'reads' || at.limit === 'none'
      if (isRead && target.length <= bounds.length) targets.set(target, at)
    },
  }
}

/** Whether a request has a sound head for a read, and no body. */
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
  const beganMs = performance.now()
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
  const ms = performance.now() - beganMs
  logRequest(ctx, { requestId, method, route, status, ms, error: undefined })
}
