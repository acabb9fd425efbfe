import type { Interaction } from '@/lib/chain/encode-settlement'
import type { Context } from '@/lib/context'
import { getNetwork, originalSwapRouter } from '@/lib/core/networks'
import type { Route } from './route'
import { routeInteractions } from './route-interactions'

/**
 * The calls that carry out a route through this instance's settlement contract, in order.
 *
 * They revert when a pool gives less than the route says. An embedded network has the original router
 * whatever the real one has.
 */
export function encodeRoute(
  ctx: Context,
  { chainId, route }: { readonly chainId: number; readonly route: Route },
): readonly Interaction[] {
  const isEmbedded = ctx.config.embeddedChainIds.includes(chainId)
  return routeInteractions(route, {
    settlement: ctx.config.settlementContract,
    v3Router: isEmbedded ? originalSwapRouter : getNetwork(chainId).factories.uniswapV3Router,
  })
}
