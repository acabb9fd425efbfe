import { serverClock } from './server-clock'

/** An answer of the API that was not a success. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** `errorType` of the order book; empty where the API answers with a `message` only. */
  readonly code: string
  /** What the order book tells beyond words, by the names of the wire. */
  readonly data: Readonly<Record<string, unknown>>
  /** Seconds that the server asked to wait. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, body: ErrorBody, retryAfterSeconds?: number) {
    super(body.description || body.message || body.errorType || `the service answered ${status}`)
    this.status = status
    this.code = body.errorType ?? ''
    this.data = body.data ?? {}
    this.retryAfterSeconds = retryAfterSeconds
  }
}

type ErrorBody = {
  readonly errorType?: string
  readonly description?: string
  readonly message?: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** What a request needs from outside; the browser's own by default. */
export type Transport = {
  readonly fetch: typeof fetch
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** A number in [0, 1). */
  readonly random: () => number
}

/** One call of the API. */
export type ApiRequest = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly signal?: AbortSignal
  /** Tries in all; 1 for calls that refresh by themselves. */
  readonly tries?: number
  /** Reads past the browser's cache. */
  readonly fresh?: true
  /** Told before each wait, in seconds. */
  readonly onRetry?: (waitSeconds: number) => void
}

const firstWaitMs = 1_000
const longestWaitMs = 30_000

/** An answer, and since when it is true as far as the service says, in milliseconds. */
export type Dated<T> = { readonly body: T; readonly asOfMs: number | undefined }

/**
 * Calls the API. 429, 500 and a lost connection are tried again with exponential backoff and jitter
 * (1 s to 30 s, `Retry-After` obeyed: asked for longer, it gives up), nothing else is. Spec: Errors.
 *
 * @throws {ApiError} for any answer that is not a success.
 */
export async function requestDated<T>(
  request: ApiRequest,
  transport: Transport = browserTransport,
): Promise<Dated<T>> {
  const tries = request.tries ?? 4
  for (let attempt = 1; ; attempt++) {
    try {
      return await send<T>(request, transport)
    } catch (error) {
      if (request.signal?.aborted || attempt >= tries || !isWorthRetrying(error)) throw error
      const waitMs = waitBefore(attempt, error, transport.random())
      request.onRetry?.(Math.ceil(waitMs / 1000))
      await transport.sleep(waitMs, request.signal)
    }
  }
}

/**
 * Milliseconds to wait after the failed `attempt` (from 1), or longer where the service asked for it; `random` in [0, 1)
 * spreads the clients.
 */
export function waitBefore(attempt: number, error: unknown, random: number): number {
  const backoff = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempt - 1))
  const jittered = backoff / 2 + (backoff / 2) * random
  const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  return Math.max(jittered, asked)
}

function isWorthRetrying(error: unknown): boolean {
  if (error instanceof ApiError) {
    const isTransient = error.status === 429 || error.status === 500
    return isTransient && (error.retryAfterSeconds ?? 0) * 1000 <= longestWaitMs
  }
  return error instanceof TypeError
}

async function send<T>(request: ApiRequest, transport: Transport): Promise<Dated<T>> {
  const response = await transport.fetch(request.path, {
    method: request.method ?? 'GET',
    cache: request.fresh ? 'no-store' : 'default',
    ...(request.signal ? { signal: request.signal } : {}),
    ...(request.body === undefined
      ? {}
      : { body: toJson(request.body), headers: { 'content-type': 'application/json' } }),
  })
  serverClock.hear(response.headers.get('date'))
  const body: unknown = await response.json().catch(() => ({}))
  if (response.ok) return { body: body as T, asOfMs: asOf(response.headers) }
  const retryAfter = Number(response.headers.get('retry-after'))
  throw new ApiError(response.status, body as ErrorBody, retryAfter > 0 ? retryAfter : undefined)
}

/** The time of the data, else when the answer was made by the server's clock. */
function asOf(headers: Headers): number | undefined {
  const changedMs = Date.parse(headers.get('last-modified') ?? '')
  if (!Number.isNaN(changedMs)) return changedMs
  const sentMs = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(sentMs) ? undefined : sentMs - Number(headers.get('age') ?? 0) * 1000
}

/** Amounts are bigints here and decimal text on the wire. */
function toJson(body: unknown): string {
  return JSON.stringify(body, (_key, part: unknown) =>
    typeof part === 'bigint' ? String(part) : part,
  )
}

const browserTransport: Transport = {
  // In a task of its own: a page that asks for much at once answers to touch in between.
  fetch: async (...args) => {
    await new Promise((resolve) => setTimeout(resolve))
    return globalThis.fetch(...args)
  },
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, ms)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        reject(signal.reason)
      })
    }),
  random: Math.random,
}
