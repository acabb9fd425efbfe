import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'

/**
 * Returns the first network for which `hasIt` holds, the default one first; undefined if none has it, or those that might
 * do not answer.
 */
export async function findNetworkWith(
  { config }: Context,
  hasIt: (chainId: number) => Promise<boolean>,
): Promise<number | undefined> {
  const { chainIds, defaultChainId } = config
  const ordered = [defaultChainId, ...chainIds.filter((chainId) => chainId !== defaultChainId)]
  const found = await Promise.all(ordered.map((chainId) => hasIt(chainId).catch(() => false)))
  return ordered[found.indexOf(true)]
}

/** Returns the network whose node knows a transaction, by {@link findNetworkWith}; the default one if none does. */
export async function findTransactionNetwork(ctx: Context, hash: Hex): Promise<number> {
  const found = await findNetworkWith(
    ctx,
    async (chainId) => (await ctx.chain(chainId).client.getTransaction({ hash })).hash === hash,
  )
  return found ?? ctx.config.defaultChainId
}
