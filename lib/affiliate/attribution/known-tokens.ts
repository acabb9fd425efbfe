import { type Context, contextCache } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { listAssetTokens } from '@/lib/core/assets'
import { listListedAddresses } from '@/lib/tokens/token-store'

/** Milliseconds for which the tokens that are listed are given again. */
const listMs = 60_000

/**
 * The tokens of a network whose trades and transfers are believed: its base tokens, those that are known to follow
 * something, and those that operators have listed. Of any other its maker tells what he likes.
 */
export function findKnownTokens(ctx: Context, chainId: number): Promise<ReadonlySet<Address>> {
  return contextCache(ctx, 'affiliate/known', {
    key: String(chainId),
    forMs: listMs,
    max: ctx.config.chainIds.length,
    load: async () => {
      const { network } = ctx.chain(chainId)
      const listed = await listListedAddresses(ctx.db, chainId)
      return new Set([...network.baseTokens, ...listAssetTokens(network), ...listed])
    },
  })
}
