import type { ErrorReason } from '@/lib/core/errors'
import { serverClock } from './server-clock'

/** An unsuccessful answer of the API. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The order book's `errorType`; empty for answers with a `message` only. */
  readonly code: string
  /** The order book's structured error data, with the API's field names. */
  readonly data: Readonly<Record<string, unknown>>
  /** The message as a code with parameters, where the service sends one. */
  readonly reason: ErrorReason | undefined
  /** Value of Retry-After in seconds. */
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, body: ErrorBody, retryAfterSeconds?: number) {
    super(body.description || body.message || body.errorType || `the service answered ${status}`)
    this.status = status
    this.code = body.errorType ?? ''
    this.data = body.data ?? {}
    this.reason = body.reason
    this.retryAfterSeconds = retryAfterSeconds
  }
}

type ErrorBody = {
  readonly errorType?: string
  readonly description?: string
  readonly message?: string
  readonly data?: Readonly<Record<string, unknown>>
  readonly reason?: ErrorReason
}

/** Dependencies of a request; the browser's own by default. */
export type Transport = {
  readonly fetch: typeof fetch
  readonly sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** A number in [0, 1). */
  readonly random: () => number
}

/** A request to the API. */
export type ApiRequest = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly signal?: AbortSignal
  /** Maximum number of attempts; 1 for queries that refresh themselves. */
  readonly tries?: number
  /** Bypasses the browser's cache. */
  readonly fresh?: true
  /** Called before each retry, with the wait in seconds. */
  readonly onRetry?: (waitSeconds: number) => void
}

/** Bounds of the exponential backoff. Spec: Errors. */
const firstWaitMs = 1_000
const maxWaitMs = 30_000

/** An answer, and the time of its data in milliseconds. */
export type Dated<T> = { readonly body: T; readonly asOfMs: number | undefined }

/**
 * Sends a request to the API. Retries 429, 500 and lost connections with exponential backoff and jitter (1 s to 30 s;
 * `Retry-After` is respected, and a longer one ends the retries), nothing else. Spec: Errors.
 * @throws {ApiError} for any unsuccessful answer.
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
 * Milliseconds to wait after the failed `attempt` (from 1), or longer if the service asked for it; `random` in [0, 1)
 * provides the jitter.
 */
export function waitBefore(attempt: number, error: unknown, random: number): number {
  const backoff = firstWaitMs * 2 ** (attempt - 1)
  const jittered = Math.min(maxWaitMs, backoff * (1 + random / 2))
  const requestedMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0
  return Math.max(jittered, requestedMs)
}

function isWorthRetrying(error: unknown): boolean {
  if (error instanceof ApiError) {
    const isTransient = error.status === 429 || error.status === 500
    return isTransient && (error.retryAfterSeconds ?? 0) * 1000 <= maxWaitMs
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
  serverClock.update(response.headers.get('date'))
  const body: unknown = await response.json().catch(() => ({}))
  if (response.ok) return { body: body as T, asOfMs: asOf(response.headers) }
  throw new ApiError(response.status, body as ErrorBody, retryAfterOf(response.headers))
}

/** The seconds of Retry-After, which proxies also write as a date; undefined if there is none, or it is past. */
function retryAfterOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? ''
  const untilMs = Date.parse(text)
  const sentMs = Date.parse(headers.get('date') ?? '')
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((untilMs - sentMs) / 1_000)
  return seconds > 0 ? seconds : undefined
}

/** The time of the data, else of the answer, by the server's clock. */
function asOf(headers: Headers): number | undefined {
  const changedMs = Date.parse(headers.get('last-modified') ?? '')
  if (!Number.isNaN(changedMs)) return changedMs
  const sentMs = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(sentMs) ? undefined : sentMs - Number(headers.get('age') ?? 0) * 1000
}

/** Serialises bigint amounts as decimal strings. */
function toJson(body: unknown): string {
  return JSON.stringify(body, (_key, part: unknown) =>
    typeof part === 'bigint' ? String(part) : part,
  )
}

const browserTransport: Transport = {
  fetch: async (...args) => {
    await ownTask()
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

const turns: (() => void)[] = []

/** Waits for a task that nothing else uses, so that pages with many requests stay responsive. */
function ownTask(): Promise<void> {
  return new Promise((resolve) => {
    // Each turn sets the timer of the next one.
    if (turns.push(resolve) === 1) setTimeout(takeTurn)
  })
}

function takeTurn() {
  turns.shift()?.()
  if (turns.length > 0) setTimeout(takeTurn)
}
