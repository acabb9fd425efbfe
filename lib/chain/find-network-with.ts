import type { Context } from '@/lib/context'

/**
 * The network that has something, the default one counting first; the default one, too, where none has it, or those
 * that may have it do not answer.
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
