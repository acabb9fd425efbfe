import type { BidFault } from '@/lib/auctions/competition/bid-fault'
import { type NewCompetition, saveCompetition } from '@/lib/auctions/competition/competition-store'
import type { Auction } from '@/lib/auctions/model/auction'
import { indexOrders, unpricedTrades, valueSold } from '@/lib/auctions/model/ledger'
import { applyFees } from '@/lib/auctions/model/order-fees'
import { scoreTrade } from '@/lib/auctions/model/score'
import type { Solution, SolutionRoute } from '@/lib/auctions/model/solution'
import type { WinnerGroup } from '@/lib/auctions/selection/combine-winners'
import type { Context } from '@/lib/context'
import { type Address, asErc20 } from '@/lib/core/address'
import { createSequentialSwaps } from '@/lib/liquidity/sequential-swaps'
import { inFencedTransaction } from '@/lib/settlements/auctioneer/auction-role'
import type { ChosenWinners } from '@/lib/settlements/auctioneer/choose-winners'
import { excludeOrders } from '@/lib/settlements/auctioneer/exclusions'
import { backOffOrders, onlyOrder } from '@/lib/settlements/auctioneer/order-backoff'
import { prepareSettlement } from './prepare-settlement'
import { planDeadlines, submissionDeadline } from './private-endpoints'
import {
  insertShadowSettlement,
  type PlannedHop,
  type ShadowPlan,
  type ShadowTrade,
} from './shadow-store'

/** Returns whether settlements of a network are simulated and stored instead of sent. */
export function isShadow({ config }: Pick<Context, 'config'>, chainId: number): boolean {
  return config.settleModes.get(chainId) === 'shadow'
}

type ShadowRun = {
  readonly competition: NewCompetition
  readonly first: ChosenWinners['first']
  readonly later: readonly WinnerGroup[]
  /** The leader's fencing epoch. */
  readonly epoch: bigint
}

/**
 * Stores an auction and the settlements that it would have sent, each simulated after the previous ones. Its winners
 * are marked as abandoned, so that they do not count as sent, and its orders are excluded for ten minutes.
 * @throws {ServiceError} Conflict if another process leads; InternalServerError if the network's RPC does not answer.
 */
export async function storeShadow(ctx: Context, run: ShadowRun): Promise<void> {
  const { competition, epoch } = run
  const { auctionId, input, deadlineBlock } = competition
  const { auction } = input
  const { chainId } = auction
  const { settlements, faults } = await prepareAll(ctx, run)
  const solutions = competition.solutions.map((one, place) => {
    const fault = faults.get(place) ?? { code: 'settlingOff' as const }
    return one.isWinner ? { ...one, fault } : one
  })
  const createdAt = new Date(ctx.now())
  await inFencedTransaction(ctx, { chainId, epoch }, async (tx) => {
    await saveCompetition(tx, { ...competition, solutions })
    for (const { group, fees, usedGas: gas, gas: gasLimit, ...prepared } of settlements) {
      const { blockNumber, callData, orderUids, tokens, value, kept, maxFee: feeCap } = prepared
      const deadlines = planDeadlines(ctx, chainId, { head: blockNumber, deadlineBlock })
      await insertShadowSettlement(tx, {
        ...{ chainId, auctionId, blockNumber, orderUids, callData, tokens, gas, value, kept },
        trades: tradesOf(auction, group.solution),
        ...{ maxFee: fees.maxFeePerGas, tip: fees.maxPriorityFeePerGas, gasLimit, feeCap },
        deadlineBlock: submissionDeadline(ctx, { chainId, ...deadlines }),
        privateUntilBlock: deadlines.privateUntilBlock,
        plan: planOf(group.solution, prepared.routes),
        createdAt,
      })
    }
  })
  for (const { orderUids, usedGas: gas, value, kept } of settlements) {
    ctx.log.info(
      { chainId, auctionId, orderUids, gas, value, kept },
      'settlement simulated in shadow mode',
    )
    excludeOrders(ctx, chainId, { uids: orderUids, exclusion: { code: 'settlingOff' } })
  }
}

type Prepared = {
  readonly settlements: readonly ChosenWinners['first'][]
  /** Why other winners would not have been settled, by their index. */
  readonly faults: ReadonlyMap<number, BidFault>
}

/** The auction's transactions, as `settleRemaining` would send them: one per block, until the deadline. */
async function prepareAll(
  ctx: Context,
  { competition, first, later }: ShadowRun,
): Promise<Prepared> {
  const { auctionId, input, deadlineBlock } = competition
  const { auction } = input
  const settlements = [first]
  const faults = new Map<number, BidFault>()
  for (const group of later) {
    const isLate = first.blockNumber + BigInt(settlements.length) >= deadlineBlock
    const earlier = settlements.map(({ callData }) => callData)
    const prepared = isLate
      ? { fault: { code: 'late' as const } }
      : await prepareSettlement(ctx, { auction, auctionId, earlier }, group.solution)
    if (!('fault' in prepared)) {
      settlements.push({ ...prepared, group })
      continue
    }
    for (const { place } of group.members) faults.set(place, prepared.fault)
    const only = isLate ? undefined : onlyOrder(ctx, group.solution)
    if (only) backOffOrders(ctx, auction.chainId, [only])
  }
  return { settlements, faults }
}

/** What a settlement consists of, with the amounts of its hops after slack. */
function planOf(
  { clearingPrices, trades, gas }: Solution,
  routes: readonly SolutionRoute[],
): ShadowPlan {
  const swap = createSequentialSwaps()
  const hops = routes.flatMap((route) =>
    route.hops.map(({ pool, tokenIn, tokenOut, amountIn, amountOut: minimum }): PlannedHop => {
      const expected = swap({ pool, tokenIn, tokenOut, amountIn })
      return { pool: pool.address, tokenIn, tokenOut, amountIn, expected, minimum }
    }),
  )
  return { clearingPrices, trades, gas, hops }
}

/** The owners' amounts net of fees. */
function tradesOf(auction: Auction, { trades }: Solution): ShadowTrade[] {
  const unpriced = new Set(unpricedTrades(auction, { trades }).map(({ uid }) => uid))
  const orders = indexOrders(auction)
  const { settlementContract } = auction
  return trades.flatMap((trade) => {
    const { uid } = trade
    const entry = orders.get(uid)
    if (!entry) return []
    const { sellAmount, buyAmount, fees } = applyFees(entry, trade)
    const order = entry.charge?.signed ?? entry.order
    const owed: Record<Address, string> = {}
    for (const { recipient, token, amount } of fees) {
      if (recipient !== settlementContract) continue
      const erc20 = asErc20(token, auction)
      owed[erc20] = String(BigInt(owed[erc20] ?? 0) + amount)
    }
    const value = String(valueSold(auction, { trades: [trade] }))
    return {
      ...{ uid, kind: order.kind, sellAmount: String(sellAmount), buyAmount: String(buyAmount) },
      ...(unpriced.has(uid) ? {} : { value }),
      surplus: String(scoreTrade(auction, order, { ...trade, sellAmount, buyAmount })),
      owed,
    }
  })
}
