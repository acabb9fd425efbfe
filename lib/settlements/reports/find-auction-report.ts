import type { Competition } from '@/lib/auctions/competition/competition'
import {
  type AuctionNeighbours,
  findNeighbours,
  findPublishedCompetition,
} from '@/lib/auctions/competition/published-competition-store'
import {
  evaluateFill,
  type Fill,
  settlingScore,
  settlingWinners,
} from '@/lib/auctions/model/evaluate-fill'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { toUnixSeconds } from '@/lib/core/time'
import { listPricesAt } from '@/lib/market/prices/list-prices-at'
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
  readonly neighbours: AuctionNeighbours
  /** US dollars per native token when the winners were chosen; undefined if unknown. */
  readonly nativeUsd: number | undefined
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
  const { chainId, createdAt } = competition
  const [orders, offers, tokens, neighbours, [nativeUsd]] = await Promise.all([
    listOrdersByUids(ctx.db, uids),
    findOffers(ctx.db, uids),
    nameTokens(ctx, { chainId, addresses: tokensIn(competition) }),
    findNeighbours(ctx.db, { chainId, auctionId }),
    listNativePrices(ctx, { chainId, times: [createdAt] }),
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
  const score = settlingScore(competition)
  return { competition, score, fills, unfilled, tokens, neighbours, nativeUsd }
}

/**
 * Returns US dollars per native token at each time; undefined where no price is known, also while its source is down:
 * scores are shown in the native token then.
 */
export async function listNativePrices(
  ctx: Context,
  { chainId, times }: { readonly chainId: number; readonly times: readonly Date[] },
): Promise<readonly (number | undefined)[]> {
  const seconds = times.map((time) => toUnixSeconds(time.getTime()))
  try {
    const { wrappedNative } = ctx.chain(chainId).network
    const priceAt = await listPricesAt(ctx, { chainId, times: new Map([[wrappedNative, seconds]]) })
    return seconds.map((at) => priceAt(wrappedNative, at))
  } catch {
    return seconds.map(() => undefined)
  }
}

function tokensIn({ solutions }: Competition): Address[] {
  const traded = solutions.flatMap(({ orders, clearingPrices }) => [
    ...orders.flatMap(({ sellToken, buyToken }) => [sellToken, buyToken]),
    ...(Object.keys(clearingPrices) as Address[]),
  ])
  return [...new Set(traded)]
}
