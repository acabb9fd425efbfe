import type { Competition } from '@/lib/auctions/competition/competition'
import { findPublishedCompetition } from '@/lib/auctions/competition/published-competition-store'
import {
  evaluateFill,
  type Fill,
  settlingScore,
  settlingWinners,
} from '@/lib/auctions/model/evaluate-fill'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { OrderRecord } from '@/lib/orders/order-record'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { findOffers } from '@/lib/orders/placement/order-quote-store'
import { nameTokens } from '@/lib/tokens/get-tokens'
import type { Token } from '@/lib/tokens/token'
/** An order's execution in an auction. */
export type AuctionFill = Fill &
  Pick<OrderRecord, 'uid' | 'kind' | 'sellToken' | 'buyToken'> & {
    /** The ranking of the solution that fills it. */
    readonly ranking: number
  }

/** The public data of one auction. */
export type AuctionReport = {
  readonly competition: Competition
  /** Sum of the winners' scores in native atoms. */
  readonly score: bigint
  /** The filled orders, the best solution's first. */
  readonly fills: readonly AuctionFill[]
  /** Orders in the auction that no winner fills. */
  readonly unfilled: readonly Hex[]
  readonly tokens: ReadonlyMap<Address, Token>
}

/** Reports an auction of any served network, once a winner was sent; undefined if there is none. */
export async function findAuctionReport(
  ctx: Context,
  auctionId: bigint,
): Promise<AuctionReport | undefined> {
  const competition = await findPublishedCompetition(ctx.db, auctionId)
  if (!competition || !ctx.config.chainIds.includes(competition.chainId)) return undefined
  const winners = settlingWinners(competition)
  const uids = winners.flatMap(({ orders }) => orders.map(({ id }) => id))
  const [orders, offers, tokens] = await Promise.all([
    listOrdersByUids(ctx.db, uids),
    findOffers(ctx.db, uids),
    nameTokens(ctx, { chainId: competition.chainId, addresses: tokensIn(competition) }),
  ])
  const known = new Map(orders.map((order) => [order.uid, order]))
  const fills = winners.flatMap(({ ranking, orders: trades }) =>
    trades.flatMap((trade): AuctionFill[] => {
      const order = known.get(trade.id)
      if (!order) return []
      const { uid, kind, sellToken, buyToken } = order
      const fill = evaluateFill(competition, trade, { order, offer: offers.get(uid) })
      return [{ ...fill, uid, kind, sellToken, buyToken, ranking }]
    }),
  )
  const filled = new Set(uids)
  const unfilled = competition.orderUids.filter((uid) => !filled.has(uid))
  return { competition, score: settlingScore(competition), fills, unfilled, tokens }
}

function tokensIn({ solutions }: Competition): Address[] {
  const traded = solutions.flatMap(({ orders, clearingPrices }) => [
    ...orders.flatMap(({ sellToken, buyToken }) => [sellToken, buyToken]),
    ...(Object.keys(clearingPrices) as Address[]),
  ])
  return [...new Set(traded)]
}
