import type { Auction, ShortOrder } from '@/lib/auctions/auction'
import { buildAuction } from '@/lib/auctions/build-auction'
import { type RankedSolution, takeAuctionId } from '@/lib/auctions/competition-store'
import { publishAuction, publishNoAuction } from '@/lib/auctions/publish-auction'
import { runAuction, type ScoredSolution } from '@/lib/auctions/run-auction'
import type { Solution } from '@/lib/auctions/solution'
import { encodeSettlement } from '@/lib/chain/encode-settlement'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { routeSettlement } from '@/lib/routing/route-settlement'
import { deferOrders, deferredOrders } from './deferrals'
import { settlementGasLimit } from './gas-limit'
import { resumeSettlements } from './resume-settlements'
import { planSettlement } from './settlement-plan'
import { simulateSettlement } from './simulate-settlement'
import { solverAddress } from './solver-account'
import { type SubmissionResult, submitSettlement } from './submit-settlement'

/** Seconds, and blocks at least, within which a settlement has to be mined. */
const deadlineSeconds = 60
const deadlineBlocks = 5

/** What one round did; `idle`: nothing to settle. */
export type SettleOutcome = {
  readonly state: SubmissionResult['state'] | 'idle'
  readonly auctionId?: bigint
  readonly txHash?: Hex
  /** Open orders that took no part because their owners cannot pay; undefined when the round did not look. */
  readonly shortOrders: readonly ShortOrder[] | undefined
  /** Open orders whose owners were found able to pay. */
  readonly paidUids: readonly Hex[]
}

/**
 * One round: ends what is under way, puts the open orders up, lets the solvers compete, and settles the
 * best solution whose simulation succeeds.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer, and whatever
 * `assertLeader` throws when `epoch` is no longer the leader's.
 */
export async function settleNext(
  ctx: Context,
  input: { readonly chainId: number; readonly epoch: bigint; readonly signal?: AbortSignal },
): Promise<SettleOutcome> {
  const { chainId, epoch, signal } = input
  const underWay = await resumeSettlements(ctx, input)
  if (underWay > 0) return { state: 'busy', shortOrders: undefined, paidUids: [] }
  const without = deferredOrders(ctx, chainId)
  const at = new Date(ctx.now())
  const { auction, ...funds } = await buildAuction(ctx, { chainId, without })
  if (!auction) {
    await publishNoAuction(ctx, { chainId, at })
    return { state: 'idle', ...funds }
  }
  const auctionId = await takeAuctionId(ctx.db)
  await publishAuction(ctx, { auctionId, auction, at })
  const scored = await runAuction(ctx, auction)
  if (scored.length === 0) return { state: 'idle', ...funds }
  const winner = await findWinner(ctx, { auction, auctionId, scored })
  if (!winner) return { state: 'idle', ...funds }
  const result = await submitSettlement(ctx, {
    competition: {
      auctionId,
      auction,
      deadlineBlock: auction.blockNumber + deadlineOf(ctx, chainId),
      solverAddress: solverAddress(ctx),
      createdAt: new Date(ctx.now()),
      solutions: winner.ranked,
    },
    callData: winner.callData,
    gas: winner.gas,
    orderUids: winner.orderUids,
    epoch,
    signal,
  })
  if (result.state === 'failed') deferOrders(ctx, chainId, winner.orderUids)
  return { ...result, auctionId, ...funds }
}

type Contest = {
  readonly auction: Auction
  readonly auctionId: bigint
  readonly scored: readonly ScoredSolution[]
}

type Winner = {
  readonly ranked: readonly RankedSolution[]
  readonly callData: Hex
  readonly gas: bigint
  readonly orderUids: readonly Hex[]
}

/**
 * The best solution that the chain accepts; those above it are filtered out, and their orders put
 * off if none is.
 */
async function findWinner(ctx: Context, contest: Contest): Promise<Winner | undefined> {
  const { auction, scored } = contest
  for (const [index, { solution }] of scored.entries()) {
    const { plan, callData, simulation } = await simulate(ctx, contest, solution)
    const orderUids = solution.trades.map(({ uid }) => uid)
    if ('fault' in simulation) {
      const { solver } = solution
      const { fault } = simulation
      ctx.log.info({ chainId: auction.chainId, solver, orderUids, fault }, 'solution fails')
      // Alone an order is to blame itself; together any of them may be.
      if (orderUids.length === 1) deferOrders(ctx, auction.chainId, orderUids)
      continue
    }
    const ranked = scored.map((entry, place) => ({
      ...entry,
      isWinner: place === index,
      filteredOut: place < index,
    }))
    return { ranked, callData, gas: settlementGasLimit(plan, simulation.gas), orderUids }
  }
  return undefined
}

async function simulate(ctx: Context, { auction, auctionId }: Contest, solution: Solution) {
  const { chainId } = auction
  const plan = planSettlement({
    auction,
    solution,
    auctionId,
    where: routeSettlement(ctx, chainId),
  })
  const callData = encodeSettlement(plan)
  const hops = solution.routes.flatMap((route) => route.hops)
  const simulation = await simulateSettlement(ctx, {
    chainId,
    from: solverAddress(ctx),
    callData,
    tokens: [
      auction.wrappedNative,
      ...solution.clearingPrices.keys(),
      ...hops.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]),
    ],
  })
  return { plan, callData, simulation }
}

function deadlineOf(ctx: Context, chainId: number): bigint {
  const { blockSeconds } = ctx.chain(chainId).network
  return BigInt(Math.max(deadlineBlocks, Math.ceil(deadlineSeconds / blockSeconds)))
}
