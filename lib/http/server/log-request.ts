import { randomUUID } from 'node:crypto'
import type { Context } from '@/lib/context'
import { type ServiceError, statusByCode } from '@/lib/core/errors'
import { writeInfo } from '@/lib/log'
import { hideUrls } from '@/lib/log-error'

type LoggedRequest = {
  readonly requestId: string
  readonly method: string
  /** The path template, not the path, which keeps addresses out of the logs. */
  readonly route: string
  readonly status: number
  readonly ms: number
  readonly error: ServiceError | undefined
}

/** Counts a request, and logs it in one line; a 500 includes its cause. */
export function logRequest(ctx: Context, request: LoggedRequest): void {
  countRequest(ctx, request)
  const { requestId, method, route, status, error } = request
  const ms = Math.round(request.ms * 10) / 10
  if (error && statusByCode[error.code] === 500) {
    const details = { description: error.message, cause: describeCause(error) }
    ctx.log.error(
      { requestId, method, route, status, ms, errorType: error.code, ...details },
      'request',
    )
    return
  }
  // Ids, methods, templates and codes contain nothing that JSON escapes.
  const { trace_id, span_id } = ctx.traces.ids()
  const span = trace_id === undefined ? '' : `"trace_id":"${trace_id}","span_id":"${span_id}",`
  const members = `"requestId":"${requestId}",${span}"method":"${method}","route":"${route}","status":${status},"ms":${ms}`
  writeInfo(ctx.log, error ? `${members},"errorType":"${error.code}"` : members, 'request')
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The name of a method in metrics and traces. */
export function methodLabel(method: string): string {
  return methods.has(method) ? method : 'other'
}

type CountedRequest = Pick<LoggedRequest, 'method' | 'route' | 'status' | 'ms'>

/** Counts a request. A client may send any method: those that no endpoint has share a label. */
export function countRequest(
  { metrics }: Context,
  { method, route, status, ms }: CountedRequest,
): void {
  metrics.httpRequests.inc({ route, method: methodLabel(method), status })
  metrics.httpDuration.observe({ route }, ms / 1_000)
}

/** Logs a 500 that ended an event stream, with the id of its request, which was logged when the stream started. */
export function logStreamError(
  ctx: Context,
  { endpoint, ...ids }: { readonly endpoint: string; readonly requestId?: string | undefined },
  error: ServiceError,
): void {
  if (statusByCode[error.code] !== 500) return
  const { code: errorType, message: description } = error
  const details = { errorType, description, cause: describeCause(error) }
  ctx.log.error({ endpoint, ...ids, ...details }, 'stream failed')
}

/** Formats an error and its causes, with URLs cut to their host: those of RPC providers contain API keys. */
export function describeCause(error: unknown): string {
  const parts: string[] = []
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth++) {
    parts.push(depth === 0 ? String(cause) : String(cause.stack ?? cause))
    cause = cause.cause
  }
  return hideUrls(parts.join('\ncaused by '))
}

/** Returns the client's request id if it is well-formed, else a new one. */
export function requestIdOf(given: string | undefined): string {
  return given !== undefined && /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : randomUUID()
}
