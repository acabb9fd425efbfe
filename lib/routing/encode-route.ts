import type { Context } from '@/lib/context'
import type { Interaction } from '@/lib/core/interaction'
import { getNetwork } from '@/lib/core/networks'
import { originalSwapRouter } from '@/lib/core/pool-factories'
import { type Approve, createApprovals } from '@/lib/liquidity/approvals'
import { encodeHop, type HopSettlement } from '@/lib/liquidity/encode-hop'
import type { Route } from './route'

/** Encodes the calls that execute a route, in order. Each hop pays its stated amount or reverts. */
export function encodeRoute(
  route: Pick<Route, 'hops'>,
  where: HopSettlement,
  approve: Approve = createApprovals(),
): readonly Interaction[] {
  return route.hops.flatMap((hop) => encodeHop(hop, where, approve))
}

/** Returns the contracts that execute a network's routes; an embedded network has the original router. */
export function routeSettlement({ config }: Context, chainId: number): HopSettlement {
  const isEmbedded = config.embeddedChainIds.includes(chainId)
  return {
    settlement: config.settlementContract,
    v3Router: isEmbedded ? originalSwapRouter : getNetwork(chainId).factories.uniswapV3Router,
  }
}
