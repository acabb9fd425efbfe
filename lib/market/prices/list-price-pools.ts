import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import { findTokenPools } from '@/lib/market/pools/find-token-pools'
import { listPricePoolsOf } from './price-pool-store'
import { getTokenCatalog, renewTokenCatalog, type TokenCatalog } from './token-catalog'

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
