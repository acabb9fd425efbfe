import type { z } from 'zod'
import { readAtMost } from '@/lib/chain/reads/read-at-most'
import { type Context, defineSlot } from '@/lib/context'
import { withDeadline } from '@/lib/core/deadline'
import { dependencyDown } from '@/lib/core/errors'
import { createBreaker } from './breaker'

/** A GET request to a market data provider. */
export type ProviderRequest<T> = {
  /** Provider name as shown in errors. */
  readonly provider: string
  /** May contain the API key; never logged or shown. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly schema: z.ZodType<T>
  /** Aborts the request before its timeout. */
  readonly signal?: AbortSignal
  /**
   * Whether a response means that the provider does not know the token; by default a 404 with a JSON body. The body is
   * undefined when it is not JSON: then a proxy in front of the provider answered.
   */
  readonly isUnknown?: (status: number, body: unknown) => boolean
}

/** Time limit of a request: a page waits for it. */
const timeoutMs = 3_000
/** Two mebibytes: a thousand holders take a tenth of it. */
const maxBytes = 2 * 1024 * 1024

/**
 * Queries a provider, capped at 3 s and 2 MiB. Concurrent requests for one URL are sent once, and a circuit breaker
 * guards each provider. Returns undefined when the provider does not know the token.
 *
 * @throws {ServiceError} InternalServerError when the provider times out, fails, or breaks its schema.
 */
export function requestJson<T>(ctx: Context, request: ProviderRequest<T>): Promise<T | undefined> {
  const inFlight = inFlightOf(ctx)
  const known = inFlight.get(request.url)
  if (known) return known as Promise<T | undefined>
  const answer = fetchGuarded(ctx, request).finally(() => inFlight.delete(request.url))
  inFlight.set(request.url, answer)
  return answer
}

const inFlightOf = defineSlot('providers/in-flight', () => new Map<string, Promise<unknown>>())
const breakerOf = defineSlot('providers/breaker', (_, _provider: string) => createBreaker())

async function fetchGuarded<T>(ctx: Context, request: ProviderRequest<T>): Promise<T | undefined> {
  const { provider } = request
  const breaker = breakerOf(ctx, provider)
  if (!breaker.mayRequest(ctx.now())) {
    throw dependencyDown(provider, new Error('circuit breaker is open after repeated failures'))
  }
  try {
    const answer = await fetchJson(ctx, request)
    breaker.succeeded()
    return answer
  } catch (cause) {
    breaker.failed(ctx.now(), cause instanceof ProviderError ? cause.pauseMs : undefined)
    throw dependencyDown(provider, cause)
  }
}

/** An error response, or one that cannot be used. */
class ProviderError extends Error {
  readonly pauseMs: number | undefined

  constructor(message: string, pauseMs?: number) {
    super(message)
    this.pauseMs = pauseMs
  }
}

async function fetchJson<T>(
  ctx: Context,
  { url, headers, schema, signal, isUnknown = isNotFound }: ProviderRequest<T>,
): Promise<T | undefined> {
  const { response, text } = await withDeadline({ ms: timeoutMs, signal }, async (signal) => {
    const init = { headers: { accept: 'application/json', ...headers }, signal }
    const response = await ctx.fetch(url, { ...init, redirect: 'error' })
    return { response, text: await readAtMost(response, maxBytes) }
  })
  if (text === undefined) throw new ProviderError('the response is too large')
  const body = parseJson(text)
  if (isUnknown(response.status, body)) return undefined
  if (!response.ok) throw new ProviderError(`HTTP ${response.status}`, retryAfterMs(response))
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const places = parsed.error.issues.slice(0, 3).map(({ path }) => path.join('.') || 'all of it')
  throw new ProviderError(`the response does not match its schema: ${places.join(', ')}`)
}

function isNotFound(status: number, body: unknown): boolean {
  return status === 404 && body !== undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `Retry-After` of whole seconds, in milliseconds. */
function retryAfterMs(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined
}
