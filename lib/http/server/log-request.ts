import type { Context } from '@/lib/context'
import { type ServiceError, statusByCode } from '@/lib/core/errors'
import { writeInfo } from '@/lib/log'

type LoggedRequest = {
  readonly requestId: string
  readonly method: string
  /** The path template, never the path: addresses stay out of the logs. */
  readonly route: string
  readonly status: number
  readonly ms: number
  readonly error: ServiceError | undefined
}

/** Writes the one line that a request leaves in the log; a failure of ours comes with its cause. */
export function logRequest(ctx: Context, request: LoggedRequest): void {
  const { requestId, method, route, status, error } = request
  const ms = Math.round(request.ms * 10) / 10
  if (error && statusByCode[error.code] === 500) {
    const told = { description: error.message, cause: describeCause(error) }
    ctx.log.error(
      { requestId, method, route, status, ms, errorType: error.code, ...told },
      'request',
    )
    return
  }
  // Ids, methods, templates and codes hold nothing that JSON escapes.
  const members = `"requestId":"${requestId}","method":"${method}","route":"${route}","status":${status},"ms":${ms}`
  writeInfo(ctx.log, error ? `${members},"errorType":"${error.code}"` : members, 'request')
}

/** Writes what ended an event stream, when it is a failure of ours: its request was logged as it began. */
export function logStreamError(ctx: Context, endpoint: string, error: ServiceError): void {
  if (statusByCode[error.code] !== 500) return
  const { code: errorType, message: description } = error
  ctx.log.error({ endpoint, errorType, description, cause: describeCause(error) }, 'stream failed')
}

/** An error and what caused it, as text without URLs: keys of RPC providers are part of theirs. */
export function describeCause(error: unknown): string {
  const parts: string[] = []
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth++) {
    parts.push(depth === 0 ? String(cause) : String(cause.stack ?? cause))
    cause = cause.cause
  }
  return parts
    .join('\ncaused by ')
    .replace(/\b(?:https?|wss?|rediss?|postgres(?:ql)?):\/\/\S+/g, '<url>')
}
