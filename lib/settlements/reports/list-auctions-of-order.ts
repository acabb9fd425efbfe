import type { Competition, CompetitionEntry } from '@/lib/auctions/competition/competition'
import { findCompetitionByTransaction } from '@/lib/auctions/competition/published-competition-store'
import { findFill } from '@/lib/auctions/model/evaluate-fill'
import type { Trade } from '@/lib/chain-events/trade-query'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import type { OrderRecord } from '@/lib/orders/order-record'
import type { Exchange } from '@/lib/settlements/indexing/price-improvement'

/** A solver's bid for an order in an auction; amounts in atoms. */
export type OrderBid = Pick<
  CompetitionEntry,
  'solver' | 'ranking' | 'isWinner' | 'filteredOut' | 'settlement' | 'fault'
> & { readonly sellAmount: bigint; readonly buyAmount: bigint }

/** The auction of one fill. */
export type FillAuction = {
  readonly txHash: Hex
  readonly auctionId: bigint
  /** Upper bound on this fill, as in {@link TradeOutcome}; the sell amount includes the fee. */
  readonly bound: bigint | undefined
  /** All bids for the order, the best solution first. */
  readonly bids: readonly OrderBid[]
}

/** Number of newest fills whose auctions are looked up. */
const maxAuctions = 10

/** Returns the auctions of an order's newest fills; omits those of other services. */
export async function listAuctionsOfOrder(
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
      const { auctionId } = competition
      const bids = bidsFor(competition, uid)
      return [{ txHash, auctionId, bound: bound === undefined ? undefined : bound + fee, bids }]
    }),
  )
  return found.flat()
}

/** Returns an order's amounts in the solutions of an auction that include it. */
export function bidsFor({ solutions }: Pick<Competition, 'solutions'>, uid: Hex): OrderBid[] {
  return solutions.flatMap((entry) => {
    const { solver, ranking, isWinner, filteredOut, settlement, fault } = entry
    const stands = { solver, ranking, isWinner, filteredOut, settlement, fault }
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
export function boundOfFills(
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
