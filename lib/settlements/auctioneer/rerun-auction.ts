import { strangersOf } from '@/lib/auctions/build/revert-risk'
import { tellEngines } from '@/lib/auctions/engines/notify-engines'
import type { Auction, AuctionOrder } from '@/lib/auctions/model/auction'
import type { WinnerGroup } from '@/lib/auctions/selection/combine-winners'
import { judgeSolutions, rankSolutions, runAuction } from '@/lib/auctions/selection/run-auction'
import { findFault } from '@/lib/auctions/selection/validate-solution'
import { ownSolvers } from '@/lib/auctions/solvers/competing-solvers'
import type { Context } from '@/lib/context'
import { ceilDiv } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import type { Choice, Contest, RefusedGroup } from './competition-round'
import { findFailing } from './find-reverting-orders'
import { deferOrders } from './order-backoff'

/**
 * The choice begun anew in the same round, where the chain refuses some orders together: without those
 * that fail by themselves, which are put off; or, where none does, with those as suspects that run strangers' code,
 * since such code can fail whenever it is settled with others. Our solvers solve anew, others' solutions count as far
 * as they are still valid; of the rest those are kept, to be seen, that were refused. Undefined where nobody is to blame.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function holdAnew(
  ctx: Context,
  choice: Choice,
  refused: RefusedGroup,
): Promise<Choice | undefined> {
  const { group, fault } = refused
  const { auction, auctionId } = choice.contest
  const { chainId } = auction
  const solutions = [group.solution, ...choice.contenders.map(({ solution }) => solution)]
  const failing = await findFailing(ctx, choice.contest, solutions)
  const orderUids = [...failing]
  deferOrders(ctx, chainId, orderUids)
  const orders =
    failing.size > 0 ? withoutOrders(auction, failing) : suspectStrangers(choice.contest, group)
  if (!orders) return undefined
  ctx.log.info({ chainId, auctionId, orderUids, fault }, 'auction is held anew')
  return carryOver(ctx, choice, {
    contest: await compete(ctx, choice, { ...auction, orders }),
    refused,
  })
}

/**
 * The choice begun again in the same round, where a simulation showed that a settlement uses more gas than was reckoned:
 * its orders pay for that too. A first purchase of a token does, and so does untrusted code. Undefined where the settlement
 * was reckoned with as much.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function holdWithGas(
  ctx: Context,
  choice: Choice,
  { refused, unpaidGas }: { readonly refused: RefusedGroup; readonly unpaidGas: bigint },
): Promise<Choice | undefined> {
  const { auction } = choice.contest
  const { gas, trades } = refused.group.solution
  if (unpaidGas <= gas) return undefined
  const share = ceilDiv(unpaidGas - gas, BigInt(trades.length))
  const uids = new Set(trades.map(({ uid }) => uid))
  const orders = auction.orders.map((entry) =>
    uids.has(entry.uid) ? { ...entry, interactionGas: entry.interactionGas + share } : entry,
  )
  const contest = await compete(ctx, choice, { ...auction, orders })
  return carryOver(ctx, choice, { contest, refused })
}

/**
 * The choice in the contest held anew. Of the contenders before, those are kept, as refused, that the chain has refused,
 * now or earlier, and that are not valid any more.
 */
function carryOver(
  ctx: Context,
  { contenders, refusals }: Choice,
  { contest, refused }: { readonly contest: Contest; readonly refused: RefusedGroup },
): Choice {
  const { group, fault } = refused
  const { auction, auctionId } = contest
  const members = new Set(group.members.map(({ place }) => place))
  const over = contenders.flatMap((contender, place) => {
    const isNew = members.has(place)
    const reason = isNew ? fault : refusals.get(place)
    const isOver = findFault(auction, contender.solution) !== undefined
    return reason && isOver ? [{ contender, reason, isNew }] : []
  })
  const told = over.flatMap(({ contender, isNew }) => (isNew ? contender.solution : []))
  tellEngines(ctx, { auctionId, solutions: told }, { kind: 'simulationFailed' })
  const count = contest.contenders.length
  return {
    contest,
    contenders: [...contest.contenders, ...over.map(({ contender }) => contender)],
    refusals: new Map(over.map(({ reason }, index) => [count + index, reason])),
  }
}

/** They stay in the auction, so that it can be seen what was refused, and may draw nothing. */
function withoutOrders({ orders }: Auction, uids: ReadonlySet<Hex>): readonly AuctionOrder[] {
  return orders.map((entry) => (uids.has(entry.uid) ? { ...entry, available: 0n } : entry))
}

/** Undefined where none of the refused orders runs strangers' code, or those that do are suspect already. */
function suspectStrangers(
  { auction, caution }: Contest,
  { solution }: WinnerGroup,
): readonly AuctionOrder[] | undefined {
  const isDoubtful = ({ order, interactions, isSuspect }: AuctionOrder) =>
    !isSuspect && strangersOf({ ...order, interactions }, caution.known).length > 0
  const refused = new Set(solution.trades.map(({ uid }) => uid))
  if (!auction.orders.some((entry) => refused.has(entry.uid) && isDoubtful(entry))) return undefined
  return auction.orders.map((entry) => (isDoubtful(entry) ? { ...entry, isSuspect: true } : entry))
}

async function compete(
  ctx: Context,
  { contest, contenders }: Choice,
  auction: Auction,
): Promise<Contest> {
  const competitors = ownSolvers(ctx)
  const own = new Set(competitors.map(({ name }) => name))
  const absent = contest.absent.filter((name) => !own.has(name))
  const fresh = await runAuction(ctx, auction, {
    competitors,
    onUnfinished: (name) => absent.push(name),
  })
  const solutions = contenders.map(({ solution }) => solution)
  const others = new Set(solutions.map(({ solver }) => solver).filter((name) => !own.has(name)))
  const judged = [...others].flatMap((solver) =>
    judgeSolutions(ctx, auction, {
      solver,
      proposed: solutions.filter((solution) => solution.solver === solver),
    }),
  )
  return { ...contest, auction, absent, contenders: rankSolutions(auction, [...fresh, ...judged]) }
}
