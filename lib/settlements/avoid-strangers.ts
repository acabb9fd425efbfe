import type { Auction } from '@/lib/auctions/auction'
import { tradedPair } from '@/lib/auctions/auction'
import { type Caution, strangersOf } from '@/lib/auctions/caution'
import type { Solution } from '@/lib/auctions/solution'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { type Pool, tokensOf } from '@/lib/liquidity/pool'
import { putOff } from '@/lib/routing/passing-tokens'

type Place = {
  readonly auction: Auction
  /** Tokens that the operator vouches for. */
  readonly trusted: ReadonlySet<Address>
}

/**
 * What may make a solution fail besides its orders: tokens of its pools that nobody vouches for, but for those that an
 * order which is alone trades itself, and stable pools, which ask contracts for rates.
 */
export function strangersOnWay(
  { auction, trusted }: Place,
  { routes, trades }: Solution,
): readonly Address[] {
  const pools = routes.flatMap(({ hops }) => hops.map(({ pool }) => pool))
  const traded = auction.orders.filter(({ uid }) => trades.some((trade) => trade.uid === uid))
  const ends = traded.flatMap(({ order }) =>
    Object.values(tradedPair(order, auction.wrappedNative)),
  )
  const own = new Set(trades.length === 1 ? ends : [])
  return strangersIn(pools, (token) => trusted.has(token) || own.has(token))
}

/** The tokens of pools that are not known, and those of the pools that ask contracts for rates. */
export function strangersIn(
  pools: readonly Pool[],
  isKnown: (token: Address) => boolean,
): readonly Address[] {
  const tokens = pools.flatMap(tokensOf).filter((token) => !isKnown(token))
  const asking = pools.flatMap(({ protocol, address }) =>
    protocol === 'balancer-stable' ? [address] : [],
  )
  return [...new Set([...tokens, ...asking])]
}

/**
 * Puts the strangers of refused solutions off where orders of these are settled without them at the very block: the
 * solutions were as good as that, but for them. Orders that run code of their own prove nothing, because it can fail
 * whenever it sees whom it wants to harm.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function blameStrangers(
  ctx: Context,
  { refused, ...place }: Place & { readonly refused: readonly Solution[] },
  { accepted, caution }: { readonly accepted: readonly Hex[]; readonly caution: Caution },
): Promise<void> {
  const { auction, trusted } = place
  const known = new Set([...caution.known, ...trusted])
  const runsCode = ({ trades }: Solution) =>
    auction.orders.some(
      ({ uid, order, interactions }) =>
        trades.some((trade) => trade.uid === uid) &&
        strangersOf({ ...order, interactions }, known).length > 0,
    )
  const proven = refused.filter(
    (solution) => solution.trades.some(({ uid }) => accepted.includes(uid)) && !runsCode(solution),
  )
  if (proven.length === 0) return
  const { client, network } = ctx.chain(auction.chainId)
  // A later block may have moved the pools, for which nobody is to blame.
  const head = await client.getBlockNumber({ cacheTime: 0 }).catch((cause) => {
    throw dependencyDown(network.title, cause)
  })
  if (head !== auction.blockNumber) return
  const strangers = proven.flatMap((solution) => strangersOnWay(place, solution))
  putOff(ctx, auction.chainId, [...new Set(strangers)])
}
