import { type Pool, tokensOf } from '@/lib/liquidity/pool'
import { findPath } from './find-path'
import type { Route, RouteRequest } from './route'

let isTold = false

/**
 * The best single path where the search for a split has failed, through the pools that fail in no search of their own;
 * undefined where they give none. The first failure of a process is told as a warning of it, whole.
 */
export function routeAfterFailure(
  failure: unknown,
  pools: readonly Pool[],
  request: RouteRequest,
): Route | undefined {
  if (!isTold) process.emitWarning(failure instanceof Error ? failure : String(failure))
  isTold = true
  const path = attempt(() => findPath(pools, request))
  if (path) return path.value
  const sound = pools.filter((pool) => attempt(() => tryAlone(pool, request)))
  return attempt(() => findPath(sound, request))?.value
}

/** Trades with a pool alone, there and back; throws where that fails. */
function tryAlone(pool: Pool, request: RouteRequest): void {
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
