import { type Context, defineCache } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { listAssetTokens } from '@/lib/core/assets'
import { listListedAddresses } from '@/lib/tokens/token-store'

/** Lifetime of the cached token list in milliseconds. */
const listMs = 60_000

const knownTokens = defineCache<ReadonlySet<Address>>('affiliate/known-tokens', {
  forMs: listMs,
  max: 1,
})

/**
 * Returns the tokens of a network with trusted trades and transfers: its base tokens, tokens known to follow an asset,
 * and tokens listed by operators. The logs of any other token are under its creator's control.
 */
export function findKnownTokens(ctx: Context, chainId: number): Promise<ReadonlySet<Address>> {
  return knownTokens(ctx, {
    scope: chainId,
    key: '',
    load: async () => {
      const { network } = ctx.chain(chainId)
      const listed = await listListedAddresses(ctx.db, chainId)
      return new Set([...network.baseTokens, ...listAssetTokens(network), ...listed])
    },
  })
}
