import { type Context, contextCache, contextSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { type Budget, createBudget } from '@/lib/core/budget'
import { ServiceError } from '@/lib/core/errors'
import { probePools } from '@/lib/liquidity/pools/probe-pools'
import { listPricePoolsOf } from '@/lib/market/prices/price-pool-store'
import { forgetTokenCatalog } from '@/lib/market/prices/token-catalog'

/** Tokens for which one process asks the factories in a second. */
const searchesPerSecond = 4

/** Milliseconds for which an answer holds. */
const askAgainMs = 300_000

/** Answers kept at most. */
const maxEntries = 10_000

type Question = { readonly chainId: number; readonly token: Address }

/**
 * Asks the factories for pools of a token that no stored pool has, and stores them; whether there are any.
 * The answer holds for five minutes.
 *
 * @throws {ServiceError} RateLimited when too many are asked for; InternalServerError when the network's RPC
 * does not answer.
 */
export async function findTokenPools(ctx: Context, question: Question): Promise<boolean> {
  const { chainId, token: key } = question
  const load = () => search(ctx, question)
  const kept = { key, load, forMs: askAgainMs, max: maxEntries }
  return contextCache(ctx, `market/searches/${chainId}`, kept)
}

async function search(ctx: Context, { chainId, token }: Question): Promise<boolean> {
  takeTurn(ctx, chainId)
  const partners = ctx.chain(chainId).network.baseTokens
  await probePools(ctx, { chainId, tokens: [token] })
  const pools = await listPricePoolsOf(ctx.db, { chainId, token, partners, limit: 1 })
  if (pools.length === 0) return false
  forgetTokenCatalog(ctx, chainId)
  return true
}

function takeTurn(ctx: Context, chainId: number): void {
  const budget = contextSlot<Budget>(ctx, `market/search-budget/${chainId}`, () =>
    createBudget({ burst: searchesPerSecond, perSecond: searchesPerSecond }),
  )
  if (budget.take(ctx.now())) return
  throw new ServiceError(
    'RateLimited',
    'too many tokens that no pool is known of are asked for at once; try again in a second',
    { retryAfterSeconds: 1 },
  )
}
