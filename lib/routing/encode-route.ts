import type { Context } from '@/lib/context'
import type { Interaction } from '@/lib/core/interaction'
import { type Approve, createApprovals } from '@/lib/liquidity/approvals'
import { encodeHop, type HopSettlement } from '@/lib/liquidity/encode-hop'
import { v3RouterOf } from '@/lib/liquidity/swap-contracts'
import type { Route } from './route'

/** Encodes the calls that execute a route, in order. Each hop pays its stated amount or reverts. */
export function encodeRoute(
  route: Pick<Route, 'hops'>,
  where: HopSettlement,
  approve: Approve = createApprovals(),
): readonly Interaction[] {
  return route.hops.flatMap((hop) => encodeHop(hop, where, approve))
}

/** Returns the contracts that execute a network's routes. */
export function routeSettlement(ctx: Context, chainId: number): HopSettlement {
  return { settlement: ctx.config.settlementContract, v3Router: v3RouterOf(ctx, chainId) }
}
