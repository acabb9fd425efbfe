import type { AnswerCache } from '@/lib/api/declare/endpoint'
import { type Context, defineSlot } from '@/lib/context'
import { type Budget, createBudget } from '@/lib/core/budget'
import { withTimeLimit } from '@/lib/core/deadline'
import { type ServiceError, statusByCode } from '@/lib/core/errors'
import { asServiceError } from '@/lib/http/pipeline/render-error'
import { describeCause } from '@/lib/http/server/log-request'
import { type AnswerText, type CachedAnswer, postpone, toCachedAnswer } from './cached-answer'
import { createMemoryCache, type MemoryCache } from './memory-cache'
import { findSharedAnswer, shareAnswer } from './shared-answers'

/** Memory limits of the response cache, per process. */
const bounds = { entries: 20_000, bytes: 64 * 1024 * 1024 }

/** Milliseconds for which this process caches a 404. */
const notFoundMs = 3_000

/** Milliseconds after a failure before the response is recomputed. */
const retryMs = 2_000

/** Milliseconds that a recomputation may take before the stale response is served. */
const staleAfterMs = 2_000

/** Milliseconds after which a computation counts as hung; the next request starts another. */
const hungMs = 30_000

/** A request whose response is cached. */
export type CacheQuery = {
  readonly key: string
  /** Name of the endpoint, for the log. */
  readonly name: string
  readonly cache: AnswerCache
  readonly cacheControl: string
  /** Computes the body of a 200 response. */
  readonly compute: () => Promise<AnswerText>
}

type NotFound = { readonly error: ServiceError; readonly untilMs: number }

type Flight = { readonly answer: Promise<CachedAnswer>; readonly startedMs: number }

type Answers = {
  readonly kept: MemoryCache<CachedAnswer>
  /** Cached 404s, in their own map so that requests for unknown tokens evict no responses. */
  readonly notFounds: MemoryCache<NotFound>
  /** Computations in flight, by key. */
  readonly flights: Map<string, Flight>
  /** Limits look-ups in the shared cache for keys that this process has never served. */
  readonly firstLookups: Budget
}

const answersOf = defineSlot(
  'http/answers',
  (): Answers => ({
    // The text is held twice: as the response body and as the fast path's payload.
    kept: createMemoryCache({ ...bounds, bytesOf: ({ text }) => 1_000 + 2 * text.length }),
    notFounds: createMemoryCache({ entries: 2_000, bytes: 2 ** 20, bytesOf: () => 200 }),
    flights: new Map(),
    // Small, so that a flood of requests for unknown keys does not reach the database.
    firstLookups: createBudget({ burst: 10, perSecond: 5 }),
  }),
)

/** Returns the fresh response in this process's memory, if any. */
export function findFreshAnswer(ctx: Context, key: string): CachedAnswer | undefined {
  const kept = answersOf(ctx).kept.get(key)
  return kept !== undefined && ctx.now() < kept.staleAtMs ? kept : undefined
}

/** Clears this process's cache, for tests and benchmarks. */
export function clearAnswers(ctx: Context): void {
  const { kept, notFounds } = answersOf(ctx)
  kept.clear()
  notFounds.clear()
}

/**
 * Returns a response from memory, from the cache shared by the processes, or by computing it once for all
 * concurrent requests. Serves a stale response, with its `Age`, while computing fails (500, 429) or takes
 * longer than {@link staleAfterMs}, as long as that response has not expired (stale-if-error, RFC 5861).
 *
 * @throws {ServiceError} the error of the computation. Only a 404 is cached, for {@link notFoundMs}.
 */
export async function findAnswer(ctx: Context, request: CacheQuery): Promise<CachedAnswer> {
  const count = (result: string) => ctx.metrics.cacheLookups.inc({ result })
  const wasFresh = findFreshAnswer(ctx, request.key) !== undefined
  try {
    const found = await findOrCompute(ctx, request)
    count(wasFresh ? 'hit' : 'miss')
    return found
  } catch (error) {
    count('error')
    throw error
  }
}

async function findOrCompute(ctx: Context, request: CacheQuery): Promise<CachedAnswer> {
  const { kept, notFounds, flights } = answersOf(ctx)
  const { key } = request
  const now = ctx.now()
  const known = kept.get(key)
  if (known && now < known.staleAtMs) return known
  const notFound = notFounds.get(key)
  if (notFound && now < notFound.untilMs) throw notFound.error
  const inFlight = flights.get(key)
  const isHung = inFlight !== undefined && performance.now() - inFlight.startedMs > hungMs
  const flight = inFlight && !isHung ? inFlight : startFlight(ctx, request, known)
  if (!known || now >= known.expiresAtMs) return flight.answer
  return orStale(flight, known)
}

function startFlight(ctx: Context, request: CacheQuery, known: CachedAnswer | undefined): Flight {
  const { flights } = answersOf(ctx)
  const answer = newAnswer(ctx, request, known)
  const flight = { answer, startedMs: performance.now() }
  flights.set(request.key, flight)
  const remove = () => {
    if (flights.get(request.key) === flight) flights.delete(request.key)
  }
  // Handles the rejection here too: by then every caller may have been served a stale response.
  answer.then(remove, remove)
  return flight
}

/** Returns the new response, or the known one after {@link staleAfterMs}. */
async function orStale(flight: Flight, known: CachedAnswer): Promise<CachedAnswer> {
  const waitMs = flight.startedMs + staleAfterMs - performance.now()
  if (waitMs <= 0) return known
  return withTimeLimit(waitMs, flight.answer, () => known)
}

async function newAnswer(
  ctx: Context,
  request: CacheQuery,
  known: CachedAnswer | undefined,
): Promise<CachedAnswer> {
  const { kept, firstLookups } = answersOf(ctx)
  const { key } = request
  const mayLookUp = known !== undefined || firstLookups.take(performance.now())
  const shared = mayLookUp ? await sharedAnswer(ctx, request) : undefined
  const newest = newerOf(known, shared)
  if (newest && ctx.now() < newest.staleAtMs) {
    kept.set(key, newest)
    return newest
  }
  // Taken before the computation: the data it reads may be that old.
  const computedAtMs = ctx.now()
  try {
    const { text, headers } = await request.compute()
    const answer = toCachedAnswer({ text, headers }, { ...request, computedAtMs })
    kept.set(key, answer)
    const { expiresAtMs } = answer
    void shareAnswer(ctx, { key, answer: { text, headers, computedAtMs }, expiresAtMs })
    return answer
  } catch (thrown) {
    return fallBack(ctx, { request, newest, error: asServiceError(thrown) })
  }
}

async function sharedAnswer(ctx: Context, request: CacheQuery): Promise<CachedAnswer | undefined> {
  const shared = await findSharedAnswer(ctx, request.key)
  if (!shared) return undefined
  return toCachedAnswer(shared, { ...request, computedAtMs: shared.computedAtMs })
}

function newerOf(a: CachedAnswer | undefined, b: CachedAnswer | undefined) {
  if (!a || !b) return a ?? b
  return b.computedAtMs > a.computedAtMs ? b : a
}

type Failure = {
  readonly request: CacheQuery
  readonly newest: CachedAnswer | undefined
  readonly error: ServiceError
}

function fallBack(ctx: Context, { request, newest, error }: Failure): CachedAnswer {
  const { kept, notFounds } = answersOf(ctx)
  const { key, name } = request
  const status = statusByCode[error.code]
  const now = ctx.now()
  if (status === 404) {
    kept.delete(key)
    notFounds.set(key, { error, untilMs: now + notFoundMs })
  }
  const isTransient = status === 500 || status === 429
  if (!isTransient || !newest || now >= newest.expiresAtMs) throw error
  const seconds = Math.round((now - newest.computedAtMs) / 1_000)
  ctx.log.warn({ name, seconds, cause: describeCause(error) }, 'serving a stale response')
  const again = postpone(newest, now + retryMs)
  kept.set(key, again)
  return again
}
