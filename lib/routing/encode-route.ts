import type { Interaction } from '@/lib/core/interaction'
import { encodeHop, type HopSettlement } from '@/lib/liquidity/encode-hop'
import type { Route } from './route'

/** The calls that carry out a route, in order; each of its hops gives what it says or reverts. */
export function encodeRoute(
  route: Pick<Route, 'hops'>,
  where: HopSettlement,
): readonly Interaction[] {
  return route.hops.flatMap((hop) => encodeHop(hop, where))
}
