import { type Context, memoized } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { probePools } from '@/lib/liquidity/probe-pools'
import { listPricePoolsOf } from './price-pool-store'
import { forgetTokenCatalog } from './token-catalog'

/** Tokens for which one process asks the factories in a second at most. */
const searchesPerSecond = 4

/** Milliseconds for which an answer holds. */
const askAgainMs = 300_000

/** Answers kept at most. */
const mostKept = 10_000

type Search = { readonly atMs: number; readonly isFound: Promise<boolean> }
type Searches = { readonly byToken: Map<Address, Search>; readonly recentMs: number[] }

/**
 * Asks the factories for pools of a token that no stored pool has, and stores them; whether there are any.
 * The answer holds for five minutes.
 *
 * @throws {ServiceError} RateLimited when too many are asked for; InternalServerError when the network's RPC
 * does not answer.
 */
export async function findTokenPools(
  ctx: Context,
  { chainId, token }: { readonly chainId: number; readonly token: Address },
): Promise<boolean> {
  const nothing = () => ({ byToken: new Map(), recentMs: [] })
  const { byToken, recentMs } = memoized<Searches>(ctx, `market/searches/${chainId}`, nothing)
  const now = ctx.now()
  const last = byToken.get(token)
  if (last && last.atMs > now - askAgainMs) return last.isFound
  takeTurn(recentMs, now)
  const isFound = search(ctx, { chainId, token })
  byToken.delete(token)
  byToken.set(token, { atMs: now, isFound })
  for (const oldest of byToken.keys()) {
    if (byToken.size <= mostKept) break
    byToken.delete(oldest)
  }
  isFound.catch(() => byToken.delete(token))
  return isFound
}

function takeTurn(recentMs: number[], now: number): void {
  const first = recentMs.at(-searchesPerSecond)
  if (first !== undefined && first > now - 1_000) {
    throw new ServiceError(
      'RateLimited',
      'too many tokens that no pool is known of are asked for at once; try again in a second',
      { retryAfterSeconds: 1 },
    )
  }
  recentMs.push(now)
  recentMs.splice(0, recentMs.length - searchesPerSecond)
}

async function search(
  ctx: Context,
  { chainId, token }: { readonly chainId: number; readonly token: Address },
): Promise<boolean> {
  const partners = ctx.chain(chainId).network.baseTokens
  await probePools(ctx, { chainId, tokens: [token] })
  const pools = await listPricePoolsOf(ctx.db, { chainId, token, partners, limit: 1 })
  if (pools.length === 0) return false
  forgetTokenCatalog(ctx, chainId)
  return true
}
