import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { getTokens } from '@/lib/tokens/get-tokens'

/** Something that is on one of the networks: a transaction by its hash, or a token by its address. */
export type Sought = { readonly transaction: Hex } | { readonly token: Address }

/**
 * The network that has something, the default one counting first; the default one, too, where none has it, or those
 * that may have it do not answer.
 */
export async function findNetworkOf(ctx: Context, sought: Sought): Promise<number> {
  const { chainIds, defaultChainId } = ctx.config
  const ordered = [defaultChainId, ...chainIds.filter((chainId) => chainId !== defaultChainId)]
  const found = await Promise.all(
    ordered.map((chainId) => isOn(ctx, chainId, sought).catch(() => false)),
  )
  return ordered[found.indexOf(true)] ?? defaultChainId
}

async function isOn(ctx: Context, chainId: number, sought: Sought): Promise<boolean> {
  if ('transaction' in sought) {
    const { hash } = await ctx.chain(chainId).client.getTransaction({ hash: sought.transaction })
    return hash === sought.transaction
  }
  const tokens = await getTokens(ctx, { chainId, addresses: [sought.token] })
  return tokens.get(sought.token)?.decimals !== undefined
}
