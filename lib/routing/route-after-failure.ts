import { type Pool, tokensOf } from '@/lib/liquidity/pool'
import { findPath } from './find-path'
import type { Route, RouteRequest } from './route'

let hasWarned = false

/**
 * Returns the best single path after the search for a split has failed; if that fails too, the best through the pools
 * whose own search succeeds. Undefined if there is none. Emits one warning per process, with the first failure.
 */
export function routeAfterFailure(
  failure: unknown,
  pools: readonly Pool[],
  request: RouteRequest,
): Route | undefined {
  if (!hasWarned) process.emitWarning(failure instanceof Error ? failure : String(failure))
  hasWarned = true
  const path = attempt(() => findPath(pools, request))
  if (path) return path.value
  const sound = pools.filter((pool) => attempt(() => probePool(pool, request)))
  return attempt(() => findPath(sound, request))?.value
}

/** Routes through one pool alone, in all directions; throws if that fails. */
function probePool(pool: Pool, request: RouteRequest): void {
  const sellAmount = request.sellAmount ?? request.buyAmount ?? 0n
  for (const sellToken of tokensOf(pool)) {
    for (const buyToken of tokensOf(pool)) findPath([pool], { sellToken, buyToken, sellAmount })
  }
}

function attempt<T>(work: () => T): { readonly value: T } | undefined {
  try {
    return { value: work() }
  } catch {
    return undefined
  }
}
