import { type Context, defineCache, defineSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { createBudget } from '@/lib/core/budget'
import { ServiceError } from '@/lib/core/errors'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import { probePools } from '@/lib/liquidity/pools/probe-pools'
import { listPricePoolsOf } from '@/lib/market/pools/pool-query'
import {
  forgetTokenCatalog,
  getTokenCatalog,
  renewTokenCatalog,
  type TokenCatalog,
} from './token-catalog'

/** Maximum pools of one token with base tokens: five for each of five base tokens, and a reserve. */
const maxPools = 40

/**
 * Lists the pools that price a token: its own with base tokens, and those between base tokens. Undefined for a
 * token without pools. A token without a stored pool is answered from memory where all pools are stored; on
 * other networks the factories are searched, for a few tokens a second.
 *
 * @throws {ServiceError} RateLimited on too many requests for unknown tokens; InternalServerError when the
 * network's RPC is down.
 */
export async function listPricePools(
  ctx: Context,
  { chainId, token }: { readonly chainId: number; readonly token: Address },
): Promise<readonly PairDescriptor[] | undefined> {
  const { baseTokens } = ctx.chain(chainId).network
  let catalog = await getTokenCatalog(ctx, chainId)
  if (baseTokens.includes(token)) return catalog.basePools
  if (!catalog.tokens.has(token)) catalog = await renewTokenCatalog(ctx, chainId)
  if (!catalog.tokens.has(token)) {
    if (catalog.isComplete || !(await findTokenPools(ctx, { chainId, token }))) return undefined
    catalog = await getTokenCatalog(ctx, chainId)
  }
  const own = await poolsOf(ctx, catalog, { chainId, token })
  return own.length > 0 ? [...own, ...catalog.basePools] : undefined
}

function poolsOf(
  ctx: Context,
  { poolsOf }: TokenCatalog,
  { chainId, token }: { readonly chainId: number; readonly token: Address },
): Promise<readonly PairDescriptor[]> {
  const known = poolsOf.get(token)
  if (known) return known
  const partners = ctx.chain(chainId).network.baseTokens
  const pools = listPricePoolsOf(ctx.db, { chainId, token, partners, limit: maxPools })
  poolsOf.set(token, pools)
  pools.catch(() => poolsOf.delete(token))
  return pools
}

/** Maximum tokens per second that one process searches in the factories. */
const searchesPerSecond = 4

/** Milliseconds for which a search result is cached. */
const cacheMs = 300_000

/** Maximum cached results. */
const maxEntries = 10_000

type TokenQuery = { readonly chainId: number; readonly token: Address }

/**
 * Searches the factories for pools of a token without stored pools, and stores them. Returns whether it has one
 * with a base token. Cached for five minutes.
 *
 * @throws {ServiceError} RateLimited on too many searches; InternalServerError when the network's RPC is down.
 */
async function findTokenPools(ctx: Context, query: TokenQuery): Promise<boolean> {
  const { chainId, token } = query
  return searches(ctx, { scope: chainId, key: token, load: () => search(ctx, query) })
}

const searches = defineCache<boolean>('market/searches', { forMs: cacheMs, max: maxEntries })

async function search(ctx: Context, { chainId, token }: TokenQuery): Promise<boolean> {
  takeBudget(ctx, chainId)
  const partners = ctx.chain(chainId).network.baseTokens
  await probePools(ctx, { chainId, tokens: [token] })
  const pools = await listPricePoolsOf(ctx.db, { chainId, token, partners, limit: 1 })
  if (pools.length === 0) return false
  forgetTokenCatalog(ctx, chainId)
  return true
}

const budgetOf = defineSlot('market/search-budget', (_, _chainId: number) =>
  createBudget({ burst: searchesPerSecond, perSecond: searchesPerSecond }),
)

function takeBudget(ctx: Context, chainId: number): void {
  if (budgetOf(ctx, chainId).take(ctx.now())) return
  throw new ServiceError(
    'RateLimited',
    'too many tokens that no pool is known of are asked for at once; try again in a second',
    { retryAfterSeconds: 1 },
  )
}
