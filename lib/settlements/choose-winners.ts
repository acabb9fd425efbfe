import type { Auction } from '@/lib/auctions/auction'
import type { RankedSolution } from '@/lib/auctions/competition-store'
import { tellEngines } from '@/lib/auctions/engines/tell-engines'
import { joinWinners, type WinnerGroup } from '@/lib/auctions/join-winners'
import type { Contender } from '@/lib/auctions/run-auction'
import { selectContenders } from '@/lib/auctions/select-contenders'
import { unfairFault, type WinnerSelection } from '@/lib/auctions/select-winners'
import type { Solution } from '@/lib/auctions/solution'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { strangersOnWay } from './avoid-strangers'
import { deferOrders } from './deferrals'
import { type PreparedSettlement, prepareSettlement } from './prepare-settlement'

/** Solutions of an auction that compete, the best ones first. */
export type Contest = {
  readonly auction: Auction
  readonly auctionId: bigint
  readonly contenders: readonly Contender[]
  /** Tokens that the operator vouches for; told while there is a way to go on through these alone. */
  readonly trusted?: ReadonlySet<Address>
}

/** Solutions that the chain refuses and that pass strangers, who may be to blame. */
export type StrangeRefusals = { readonly refused: readonly Solution[] }

/** The winners of a contest, in the transactions that settle them. */
export type ChosenWinners = {
  /** All contenders, as they are to be stored. */
  readonly ranked: readonly RankedSolution[]
  /** The transaction to send first, and those to be prepared after it. */
  readonly first: PreparedSettlement & { readonly group: WinnerGroup }
  readonly later: readonly WinnerGroup[]
}

/** Places of contenders that the chain refuses, with its reason, and of these the solutions that pass strangers. */
type Refusals = { readonly faults: Map<number, string>; readonly strange: Solution[] }

/**
 * The winners of which the best transaction is one that the chain accepts. What it refuses is filtered out, and
 * the winners are chosen anew without it; orders that it refuses alone are put off, unless a solver outside this
 * service proposed it. Where what it refuses passes strangers, it stops with that while these may be avoided.
 */
export async function chooseWinners(
  ctx: Context,
  contest: Contest,
): Promise<ChosenWinners | StrangeRefusals | undefined> {
  const refusals: Refusals = { faults: new Map(), strange: [] }
  for (;;) {
    const places = [...contest.contenders.keys()].filter((place) => !refusals.faults.has(place))
    const { winners, references } = selectContenders(contest.auction, contest.contenders, places)
    const groups = joinWinners(contest.auction, winners)
    const first = await prepareFirst(ctx, contest, { groups, refusals })
    if (refusals.strange.length > 0) return { refused: refusals.strange }
    if (!first) {
      if (winners.length === 0) return undefined
      continue
    }
    const [, ...others] = groups
    const rest = (groups[0]?.members ?? []).filter(
      ({ place }) => !first.group.members.some((member) => member.place === place),
    )
    const alone = winners.filter(({ place }) => rest.some((member) => member.place === place))
    const later = [...alone.flatMap((winner) => joinWinners(contest.auction, [winner])), ...others]
    const ranked = rank(contest, { groups: [first.group, ...later], references, refusals })
    return { ranked, first, later }
  }
}

/** The first transaction that the chain accepts of the first group; undefined when members were refused. */
async function prepareFirst(
  ctx: Context,
  contest: Contest,
  { groups, refusals }: { readonly groups: readonly WinnerGroup[]; readonly refusals: Refusals },
): Promise<ChosenWinners['first'] | undefined> {
  const [group] = groups
  if (!group) return undefined
  const whole = await prepareSettlement(ctx, contest, group.solution)
  if (!('fault' in whole)) return { ...whole, group }
  const isAlone = group.members.length === 1
  const prepared: ChosenWinners['first'][] = []
  for (const { place } of group.members) {
    const solution = contest.contenders[place]?.solution
    if (!solution) continue
    const single = isAlone ? whole : await prepareSettlement(ctx, contest, solution)
    const [own] = joinWinners(contest.auction, [{ place, solution }])
    if ('fault' in single) refuse(ctx, contest, { place, fault: single.fault, refusals })
    else if (own) prepared.push({ ...single, group: own })
  }
  // Where each is accepted alone, they only cannot be settled together.
  return prepared.length === group.members.length ? prepared[0] : undefined
}

type Refusal = { readonly place: number; readonly fault: string; readonly refusals: Refusals }

function refuse(ctx: Context, contest: Contest, { place, fault, refusals }: Refusal): void {
  refusals.faults.set(place, fault)
  const { chainId } = contest.auction
  const solution = contest.contenders[place]?.solution
  if (!solution) return
  const { solver, trades } = solution
  const orderUids: Hex[] = trades.map(({ uid }) => uid)
  const { auctionId } = contest
  tellEngines(ctx, { auctionId, solutions: [solution] }, { kind: 'simulationFailed' })
  ctx.log.info({ chainId, solver, orderUids, fault }, 'solution fails')
  // Alone an order is to blame itself; together any of them may be, and so may a solver that is not ours.
  const isOwn = ctx.config.solverEngines.every(({ name }) => name !== solver)
  if (!isOwn) return
  const { auction, trusted } = contest
  if (trusted && strangersOnWay({ auction, trusted }, solution).length > 0) {
    refusals.strange.push(solution)
  } else if (orderUids.length === 1) deferOrders(ctx, chainId, orderUids)
}

type Outcome = {
  readonly groups: readonly WinnerGroup[]
  readonly references: WinnerSelection['references']
  readonly refusals: Refusals
}

function rank(
  { contenders }: Contest,
  { groups, references, refusals }: Outcome,
): RankedSolution[] {
  const won = new Map(groups.flatMap(({ members }) => members.map((own) => [own.place, own])))
  return contenders.map(({ solution, score, isFair }, place) => {
    const winner = won.get(place)
    const fault = refusals.faults.get(place) ?? (isFair ? undefined : unfairFault)
    return {
      solution: winner?.solution ?? solution,
      score: winner?.score ?? score,
      isWinner: winner !== undefined,
      filteredOut: fault !== undefined && winner === undefined,
      fault: winner ? undefined : fault,
      referenceScore: winner && references.get(solution.solver),
    }
  })
}
