import type { Interaction } from '@/lib/core/interaction'
import { encodeHop, type HopSettlement } from '@/lib/liquidity/encode-hop'
import type { Route } from './route'

/** Encodes the calls that execute a route, in order. Each hop pays its stated amount or reverts. */
export function encodeRoute(
  route: Pick<Route, 'hops'>,
  where: HopSettlement,
): readonly Interaction[] {
  return route.hops.flatMap((hop) => encodeHop(hop, where))
}
