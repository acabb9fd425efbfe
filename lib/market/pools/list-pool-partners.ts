import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { listPoolsOf } from '@/lib/liquidity/pools/pool-store'
import { findTokens } from '@/lib/tokens/token-store'
import { maxPools } from './list-pools'

type PartnerQuery = { readonly chainId: number; readonly token: Address }

/**
 * Returns the symbol of the other token by pool, for the pools that `listPools` returns for a token. Pools whose
 * other token is unknown are left out.
 */
export async function listPoolPartners(
  ctx: Context,
  { chainId, token }: PartnerQuery,
): Promise<ReadonlyMap<Address, string>> {
  const pools = await listPoolsOf(ctx.db, { chainId, tokens: [token], limit: maxPools })
  const pairs = pools.map(({ address, token0, token1 }) => {
    return [address, token0 === token ? token1 : token0] as const
  })
  const partners = [...new Set(pairs.map(([, partner]) => partner))]
  const known = await findTokens(ctx.db, chainId, partners)
  const symbols = new Map(known.map(({ address, symbol }) => [address, symbol]))
  return new Map(
    pairs.flatMap(([pool, partner]) => {
      const symbol = symbols.get(partner)
      return symbol ? [[pool, symbol] as const] : []
    }),
  )
}
