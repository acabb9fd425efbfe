import { budgetOf, type RateLimit } from '@/lib/api/declare/endpoint'
import { type Context, defineSlot } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { toUnixSeconds } from '@/lib/core/time'
import { countUse, deleteWindowsBefore } from '@/lib/db/rate-limit-store'
import { clientKey } from '@/lib/http/server/client-address'

/** Seconds for which the database is skipped after it failed to count. */
const outageSeconds = 5

type Counts = {
  /** Unix second that `requests` counts. */
  second: number
  requests: Map<string, number>
  /** Unix second until which this process counts alone. */
  localUntil: number
}

type LimitedRequest = {
  readonly limit: RateLimit
  /** Requests that it counts as; default one. */
  readonly count?: number
  readonly clientAddress: string
  /** Undefined for endpoints that have no network. */
  readonly chainId: number | undefined
}

/**
 * Counts one request against its client's budget for the current second. Reads are counted per process, other
 * requests across all web processes in PostgreSQL; while that is down, each process counts alone.
 *
 * @throws {ServiceError} RateLimited when the budget is spent. Spec: Limits.
 */
export async function takeRequest(ctx: Context, request: LimitedRequest): Promise<void> {
  const { limit, chainId, clientAddress, count = 1 } = request
  if (limit === 'none' || count === 0) return
  const budget = budgetOf(limit, ctx.config)
  if (budget === 0) return
  const second = toUnixSeconds(ctx.now())
  const key = `${limit}:${chainId ?? '-'}:${clientKey(clientAddress)}`
  const counts = currentCounts(ctx, second)
  const here = countHere(counts, key, count)
  // The budget is spent in this process alone, so a flood never reaches the database.
  if (here > budget) throw rateLimited(budget)
  if (limit === 'reads' || second < counts.localUntil) return
  const everywhere = await countEverywhere(ctx, { key, window: second, count }, counts)
  if (everywhere <= budget) return
  counts.requests.set(key, budget)
  throw rateLimited(budget)
}

/** Counts a read like {@link takeRequest}, but returns false when the budget is spent. */
export function isWithinReads(ctx: Context, request: Omit<LimitedRequest, 'limit'>): boolean {
  const budget = budgetOf('reads', ctx.config)
  if (budget === 0) return true
  const counts = currentCounts(ctx, toUnixSeconds(ctx.now()))
  return countHere(counts, readsKey(request)) <= budget
}

/** Counts extra reads of a client for an expensive response; the client's next requests may be rejected. */
export function addReads(
  ctx: Context,
  request: Omit<LimitedRequest, 'limit'>,
  count: number,
): void {
  countHere(currentCounts(ctx, toUnixSeconds(ctx.now())), readsKey(request), count)
}

function readsKey({ chainId, clientAddress }: Omit<LimitedRequest, 'limit'>): string {
  return `reads:${chainId ?? '-'}:${clientKey(clientAddress)}`
}

function countHere(counts: Counts, key: string, count = 1): number {
  const here = (counts.requests.get(key) ?? 0) + count
  counts.requests.set(key, here)
  return here
}

async function countEverywhere(
  ctx: Context,
  use: Parameters<typeof countUse>[1],
  counts: Counts,
): Promise<number> {
  try {
    return await countUse(ctx.db, use)
  } catch (error) {
    counts.localUntil = use.window + outageSeconds
    ctx.log.warn({ error }, 'database unavailable: rate limits count per process')
    return 0
  }
}

const countsOf = defineSlot('http/rate-counts', (): Counts => {
  return { second: 0, requests: new Map(), localUntil: 0 }
})

function currentCounts(ctx: Context, second: number): Counts {
  const counts = countsOf(ctx)
  if (counts.second !== second) {
    counts.second = second
    counts.requests = new Map()
  }
  return counts
}

function rateLimited(budget: number): ServiceError {
  return new ServiceError(
    'RateLimited',
    `more than ${budget} requests per second, try again later`,
    {
      retryAfterSeconds: 1,
    },
  )
}

/** Deletes windows older than a minute and returns the count. Called by a loop. */
export function deleteOldRateLimits(ctx: Context): Promise<number> {
  return deleteWindowsBefore(ctx.db, toUnixSeconds(ctx.now()) - 60)
}
