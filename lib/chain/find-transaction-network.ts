import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { findNetworkWith } from './find-network-with'

/** Returns the network whose node knows a transaction, chosen by {@link findNetworkWith}. */
export function findTransactionNetwork(ctx: Context, hash: Hex): Promise<number> {
  return findNetworkWith(
    ctx,
    async (chainId) => (await ctx.chain(chainId).client.getTransaction({ hash })).hash === hash,
  )
}
