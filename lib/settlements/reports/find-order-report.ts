import { findAppDataText } from '@/lib/app-data/app-data-store'
import type { Competition, CompetitionEntry } from '@/lib/auctions/competition/competition'
import { getOrderProgress, type OrderProgress } from '@/lib/auctions/competition/order-progress'
import { findCompetitionByTransaction } from '@/lib/auctions/competition/published-competition-store'
import { findFill } from '@/lib/auctions/model/evaluate-fill'
import { listTrades, type Trade } from '@/lib/chain-events/trade-query'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { findUsdPrice, findUsdPriceAt } from '@/lib/market/prices/find-usd-price'
import type { OrderRecord } from '@/lib/orders/order-record'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { findOffers } from '@/lib/orders/placement/order-quote-store'
import type { Exchange } from '@/lib/settlements/indexing/price-improvement'
import { nameTokens } from '@/lib/tokens/get-tokens'
import type { Token } from '@/lib/tokens/token'

/** All public data of one order. */
export type OrderReport = {
  readonly order: OrderRecord
  /** Its app data document, if stored. */
  readonly fullAppData: string | undefined
  /** Newest first. */
  readonly trades: readonly Trade[]
  readonly tokens: ReadonlyMap<Address, Token>
  /** Its quote; the sell amount includes the fee. */
  readonly offer: Exchange | undefined
  /** The auctions of its fills, as far as this service held them. */
  readonly auctions: readonly FillAuction[]
  /** Upper bound on the sum of its fills; undefined if unknown. */
  readonly bound: bigint | undefined
  /** How far it is on its way to a settlement; undefined once it has ended. */
  readonly progress: OrderProgress | undefined
  readonly dollars: OrderDollars
}

/** US dollars per whole token, when the order was last filled, else now; undefined if unknown. */
export type OrderDollars = {
  readonly sold: number | undefined
  readonly bought: number | undefined
}

/** Maximum number of trades in a report, so that its page stays readable. */
const maxTrades = 100

/**
 * Reports an order of any served network; its uid belongs to one network only, because the digest includes the domain.
 * Undefined if there is none.
 */
export async function findOrderReport(ctx: Context, uid: Hex): Promise<OrderReport | undefined> {
  const [order] = await listOrdersByUids(ctx.db, [uid])
  if (!order || !ctx.config.chainIds.includes(order.chainId)) return undefined
  const { chainId } = order
  const [fullAppData, trades, tokens, offers] = await Promise.all([
    findAppDataText(ctx.db, order.appData),
    listTrades(ctx.db, { chainId, filter: { orderUid: uid }, offset: 0, limit: maxTrades }),
    nameTokens(ctx, { chainId, addresses: [order.sellToken, order.buyToken] }),
    findOffers(ctx.db, [uid]),
  ])
  const offer = offers.get(uid)
  const [auctions, progress, dollars] = await Promise.all([
    listAuctionsOfOrder(ctx, order, { trades, offer }),
    order.status === 'open' ? getOrderProgress(ctx, { chainId, uid }) : undefined,
    findDollars(ctx, order, trades[0]?.timestamp),
  ])
  const bound = boundOfFills(trades, auctions)
  return { order, fullAppData, trades, tokens, offer, auctions, bound, progress, dollars }
}

/**
 * Returns the prices of an order's tokens, of a filled one those that lists and exports have too; a page shows the order
 * without them.
 */
async function findDollars(
  ctx: Context,
  { chainId, sellToken, buyToken }: OrderRecord,
  filledAt: number | undefined,
): Promise<OrderDollars> {
  const priceOf = async (token: Address) =>
    filledAt === undefined
      ? (await findUsdPrice(ctx, { chainId, token }))?.usd
      : findUsdPriceAt(ctx, { chainId, token, at: filledAt })
  const [sold, bought] = await Promise.all(
    [sellToken, buyToken].map((token) => priceOf(token).catch(() => undefined)),
  )
  return { sold, bought }
}

/** A solver's bid for an order in an auction; amounts in atoms. */
export type OrderBid = Pick<
  CompetitionEntry,
  'solver' | 'solverAddress' | 'ranking' | 'isWinner' | 'filteredOut' | 'settlement' | 'fault'
> & { readonly sellAmount: bigint; readonly buyAmount: bigint }

/** The auction of one fill. */
export type FillAuction = {
  readonly txHash: Hex
  readonly auctionId: bigint
  /** When the winners were chosen. */
  readonly decidedAt: Date
  /** Upper bound on this fill, as in {@link TradeOutcome}; the sell amount includes the fee. */
  readonly bound: bigint | undefined
  /** All bids for the order, the best solution first. */
  readonly bids: readonly OrderBid[]
}

/** Number of newest fills whose auctions are looked up, with a query each. */
const maxAuctions = 10

/** Returns the auctions of an order's newest fills; omits those of other services. */
async function listAuctionsOfOrder(
  ctx: Context,
  order: OrderRecord,
  { trades, offer }: { readonly trades: readonly Trade[]; readonly offer: Exchange | undefined },
): Promise<FillAuction[]> {
  const { uid, chainId, kind } = order
  const found = await Promise.all(
    trades.slice(0, maxAuctions).map(async ({ txHash, feeAmount }): Promise<FillAuction[]> => {
      const competition = await findCompetitionByTransaction(ctx.db, { chainId, txHash })
      if (!competition) return []
      const bound = findFill(competition, { uid, order, offer })?.outcome.bound
      const fee = kind === 'buy' ? feeAmount : 0n
      const { auctionId, createdAt: decidedAt } = competition
      const bids = bidsFor(competition, uid)
      const withFee = bound === undefined ? undefined : bound + fee
      return [{ txHash, auctionId, decidedAt, bound: withFee, bids }]
    }),
  )
  return found.flat()
}

/** Returns an order's amounts in the solutions of an auction that include it. */
export function bidsFor({ solutions }: Pick<Competition, 'solutions'>, uid: Hex): OrderBid[] {
  return solutions.flatMap((entry) => {
    const { solver, solverAddress, ranking, isWinner, filteredOut, settlement, fault } = entry
    const stands = { solver, solverAddress, ranking, isWinner, filteredOut, settlement, fault }
    return entry.orders
      .filter(({ id }) => id === uid)
      .map(({ sellAmount, buyAmount }) => ({
        ...stands,
        sellAmount: BigInt(sellAmount),
        buyAmount: BigInt(buyAmount),
      }))
  })
}

/** Upper bound on the sum of all fills; undefined unless known for each. */
function boundOfFills(
  trades: readonly Trade[],
  auctions: readonly FillAuction[],
): bigint | undefined {
  if (trades.length === 0) return undefined
  let sum = 0n
  for (const { txHash } of trades) {
    const bound = auctions.find((auction) => auction.txHash === txHash)?.bound
    if (bound === undefined) return undefined
    sum += bound
  }
  return sum
}
