import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'

/**
 * Returns the first network for which `hasIt` holds, trying the default one first. Returns the default network if none
 * has it, or those that might do not answer.
 */
export async function findNetworkWith(
  { config }: Context,
  hasIt: (chainId: number) => Promise<boolean>,
): Promise<number> {
  const { chainIds, defaultChainId } = config
  const ordered = [defaultChainId, ...chainIds.filter((chainId) => chainId !== defaultChainId)]
  const found = await Promise.all(ordered.map((chainId) => hasIt(chainId).catch(() => false)))
  return ordered[found.indexOf(true)] ?? defaultChainId
}

/** Returns the network whose node knows a transaction, chosen by {@link findNetworkWith}. */
export function findTransactionNetwork(ctx: Context, hash: Hex): Promise<number> {
  return findNetworkWith(
    ctx,
    async (chainId) => (await ctx.chain(chainId).client.getTransaction({ hash })).hash === hash,
  )
}
