import { runsOf, untrustedContracts } from '@/lib/auctions/build/revert-risk'
import { notifyEngines } from '@/lib/auctions/engines/notify-engines'
import type { Auction, AuctionOrder } from '@/lib/auctions/model/auction'
import type { WinnerGroup } from '@/lib/auctions/selection/combine-winners'
import { rankSolutions, runAuction, scoreSolutions } from '@/lib/auctions/selection/run-auction'
import { findViolation } from '@/lib/auctions/selection/validate-solution'
import { ownSolvers } from '@/lib/auctions/solvers/competing-solvers'
import type { Context } from '@/lib/context'
import { ceilDiv } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import type { Choice, CompetitionRound, RefusedGroup } from './competition-round'
import { findRevertingOrders } from './find-reverting-orders'
import { backOffOrders } from './order-backoff'

/**
 * Reruns the auction in the same round after a group of orders failed simulation together. Orders that also fail alone
 * back off and are excluded. If none does, orders that run untrusted code are isolated, since such code can revert only
 * in company. Our solvers solve again; engine solutions stay if they are still valid, and rejected ones stay visible.
 * Returns undefined if no order is to blame.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function rerunAuction(
  ctx: Context,
  choice: Choice,
  refused: RefusedGroup,
): Promise<Choice | undefined> {
  const { group, fault } = refused
  const { auction, auctionId } = choice.round
  const { chainId } = auction
  const solutions = [group.solution, ...choice.participants.map(({ solution }) => solution)]
  const reverting = await findRevertingOrders(ctx, choice.round, solutions)
  const orderUids = [...reverting]
  backOffOrders(ctx, chainId, orderUids)
  const orders =
    reverting.size > 0
      ? withoutOrders(auction, reverting)
      : isolateUntrustedOrders(choice.round, group)
  if (!orders) return undefined
  ctx.log.info({ chainId, auctionId, orderUids, fault }, 'rerunning the auction')
  return carryOver(ctx, choice, {
    round: await compete(ctx, choice, { ...auction, orders }),
    refused,
  })
}

/**
 * Reruns the auction in the same round after a simulation used more gas than estimated: the orders to blame must cover
 * it. A first purchase of a token uses more, and so may untrusted code. Undefined if the estimate already covered it.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function rerunWithGas(
  ctx: Context,
  choice: Choice,
  { refused, unpaidGas }: { readonly refused: RefusedGroup; readonly unpaidGas: bigint },
): Promise<Choice | undefined> {
  const { auction } = choice.round
  const { gas, trades } = refused.group.solution
  if (unpaidGas <= gas) return undefined
  const uids = ordersToCharge(choice.round, trades)
  const share = ceilDiv(unpaidGas - gas, BigInt(uids.size))
  const orders = auction.orders.map((entry) =>
    uids.has(entry.uid) ? { ...entry, interactionGas: entry.interactionGas + share } : entry,
  )
  const round = await compete(ctx, choice, { ...auction, orders })
  return carryOver(ctx, choice, { round, refused })
}

/**
 * Returns the orders that must cover unexpected gas: those that run untrusted code, which may burn gas; all if none
 * does.
 */
function ordersToCharge(
  { auction, risk }: CompetitionRound,
  trades: readonly { readonly uid: Hex }[],
): ReadonlySet<Hex> {
  const all = new Set(trades.map(({ uid }) => uid))
  const untrusted = auction.orders
    .filter(
      (entry) => all.has(entry.uid) && untrustedContracts(runsOf(entry), risk.known).length > 0,
    )
    .map(({ uid }) => uid)
  return untrusted.length > 0 ? new Set(untrusted) : all
}

/**
 * Returns the choice in the rerun auction. Participants that failed simulation, now or earlier, and are no longer valid
 * are kept as rejected.
 */
function carryOver(
  ctx: Context,
  { participants, refusals }: Choice,
  { round, refused }: { readonly round: CompetitionRound; readonly refused: RefusedGroup },
): Choice {
  const { group, fault } = refused
  const { auction, auctionId } = round
  const members = new Set(group.members.map(({ place }) => place))
  const over = participants.flatMap((participant, place) => {
    const isNew = members.has(place)
    const reason = isNew ? fault : refusals.get(place)
    const isOver = findViolation(auction, participant.solution) !== undefined
    return reason && isOver ? [{ participant, reason, isNew }] : []
  })
  const rejectedNow = over.flatMap(({ participant, isNew }) => (isNew ? participant.solution : []))
  notifyEngines(ctx, { auctionId, solutions: rejectedNow }, { kind: 'simulationFailed' })
  const count = round.participants.length
  return {
    round,
    participants: [...round.participants, ...over.map(({ participant }) => participant)],
    refusals: new Map(over.map(({ reason }, index) => [count + index, reason])),
  }
}

/**
 * Keeps the orders in the auction, so that rejected solutions stay readable, but sets their available funds to zero.
 */
function withoutOrders({ orders }: Auction, uids: ReadonlySet<Hex>): readonly AuctionOrder[] {
  return orders.map((entry) => (uids.has(entry.uid) ? { ...entry, available: 0n } : entry))
}

/** Returns undefined if no rejected order runs untrusted code, or all that do are isolated already. */
function isolateUntrustedOrders(
  { auction, risk }: CompetitionRound,
  { solution }: WinnerGroup,
): readonly AuctionOrder[] | undefined {
  const isUncertain = (entry: AuctionOrder) =>
    !entry.isIsolated && untrustedContracts(runsOf(entry), risk.known).length > 0
  const refused = new Set(solution.trades.map(({ uid }) => uid))
  if (!auction.orders.some((entry) => refused.has(entry.uid) && isUncertain(entry)))
    return undefined
  return auction.orders.map((entry) =>
    isUncertain(entry) ? { ...entry, isIsolated: true } : entry,
  )
}

async function compete(
  ctx: Context,
  { round, participants }: Choice,
  auction: Auction,
): Promise<CompetitionRound> {
  const competitors = ownSolvers(ctx)
  const own = new Set(competitors.map(({ name }) => name))
  const unfinishedSolvers = round.unfinishedSolvers.filter((name) => !own.has(name))
  const fresh = await runAuction(ctx, auction, {
    competitors,
    onUnfinished: (name) => unfinishedSolvers.push(name),
  })
  const solutions = participants.map(({ solution }) => solution)
  const others = new Set(solutions.map(({ solver }) => solver).filter((name) => !own.has(name)))
  const evaluated = [...others].flatMap((solver) =>
    scoreSolutions(ctx, auction, {
      solver,
      proposed: solutions.filter((solution) => solution.solver === solver),
    }),
  )
  return {
    ...round,
    auction,
    unfinishedSolvers,
    participants: rankSolutions(auction, [...fresh, ...evaluated]),
  }
}
