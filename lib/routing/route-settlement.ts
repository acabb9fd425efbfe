import type { Context } from '@/lib/context'
import { getNetwork } from '@/lib/core/networks'
import { originalSwapRouter } from '@/lib/core/pool-factories'
import type { HopSettlement } from '@/lib/liquidity/encode-hop'

/** Returns the contracts that execute a network's routes; an embedded network has the original router. */
export function routeSettlement({ config }: Context, chainId: number): HopSettlement {
  const isEmbedded = config.embeddedChainIds.includes(chainId)
  return {
    settlement: config.settlementContract,
    v3Router: isEmbedded ? originalSwapRouter : getNetwork(chainId).factories.uniswapV3Router,
  }
}
