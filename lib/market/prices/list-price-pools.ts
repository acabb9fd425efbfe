import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import { findTokenPools } from '@/lib/market/pools/find-token-pools'
import { listPricePoolsOf } from './price-pool-store'
import { getTokenCatalog, renewTokenCatalog, type TokenCatalog } from './token-catalog'

/** Pools of one token with base tokens at most: five of each of five, and some. */
const maxPools = 40

/**
 * The pools that price a token: its own with base tokens, and those between base tokens; undefined for a
 * token that no pool has. A token that no stored pool has costs nothing but memory where all pools are
 * stored; elsewhere the factories are asked for it, a few tokens a second.
 *
 * @throws {ServiceError} RateLimited when too many unknown tokens are asked for; InternalServerError when
 * the network's RPC does not answer.
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
