import { budgetOf, type RateLimit } from '@/lib/api/declare/endpoint'
import { type Context, contextSlot } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { toUnixSeconds } from '@/lib/core/time'
import { countUse, deleteWindowsBefore } from '@/lib/db/rate-limit-store'
import { clientKey } from '@/lib/http/server/client-address'

/** Seconds for which the database is not asked after it has failed to count. */
const outageSeconds = 5

type Counts = {
  /** The second that `requests` belongs to. */
  second: number
  requests: Map<string, number>
  /** Unix second until which only this process counts. */
  localUntil: number
}

type LimitedRequest = {
  readonly limit: RateLimit
  readonly clientAddress: string
  /** Undefined for endpoints that have no network. */
  readonly chainId: number | undefined
}

/**
 * Takes one request from its client's budget for the current second. Reads are counted by this process,
 * the rest by all web processes together in PostgreSQL; while that is down each process counts alone.
 *
 * @throws {ServiceError} RateLimited when the budget is spent. Spec: Limits.
 */
export async function takeRequest(ctx: Context, request: LimitedRequest): Promise<void> {
  const { limit, chainId, clientAddress } = request
  if (limit === 'none') return
  const budget = budgetOf(limit, ctx.config)
  if (budget === 0) return
  const second = toUnixSeconds(ctx.now())
  const key = `${limit}:${chainId ?? '-'}:${clientKey(clientAddress)}`
  const counts = currentCounts(ctx, second)
  const here = countHere(counts, key)
  // Spent by this process alone: no need to ask, and a flood never reaches the database.
  if (here > budget) throw rateLimited(budget)
  if (limit === 'reads' || second < counts.localUntil) return
  const everywhere = await countEverywhere(ctx, { key, window: second }, counts)
  if (everywhere <= budget) return
  counts.requests.set(key, budget)
  throw rateLimited(budget)
}

/** Takes a read from its client's budget as {@link takeRequest} does; false when that is spent. */
export function isWithinReads(ctx: Context, request: Omit<LimitedRequest, 'limit'>): boolean {
  const budget = budgetOf('reads', ctx.config)
  if (budget === 0) return true
  const counts = currentCounts(ctx, toUnixSeconds(ctx.now()))
  return countHere(counts, readsKey(request)) <= budget
}

/** Counts further reads of a client, for an answer that takes long to compute; what comes next may be refused. */
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
    ctx.log.warn({ error }, 'request limits are counted by this process alone')
    return 0
  }
}

function currentCounts(ctx: Context, second: number): Counts {
  const counts = contextSlot(
    ctx,
    'rate-limit:counts',
    (): Counts => ({
      second,
      requests: new Map(),
      localUntil: 0,
    }),
  )
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

/** Removes windows older than a minute and returns how many; a loop calls it now and then. */
export function deleteOldRateLimits(ctx: Context): Promise<number> {
  return deleteWindowsBefore(ctx.db, toUnixSeconds(ctx.now()) - 60)
}
