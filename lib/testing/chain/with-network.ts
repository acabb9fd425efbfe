import type { Context } from '@/lib/context'
import type { Network } from '@/lib/core/networks/network'

/** Returns a context whose networks differ in some facts, such as the block time. */
export function withNetwork<C extends Context>(ctx: C, facts: Partial<Network>): C {
  return {
    ...ctx,
    chain: (chainId) => {
      const chain = ctx.chain(chainId)
      return { ...chain, network: { ...chain.network, ...facts } }
    },
  }
}
