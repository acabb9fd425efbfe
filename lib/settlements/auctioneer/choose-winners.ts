import type { BidFault } from '@/lib/auctions/competition/bid-fault'
import type { RankedSolution } from '@/lib/auctions/competition/competition-store'
import { notifyEngines } from '@/lib/auctions/engines/notify-engines'
import type { Auction } from '@/lib/auctions/model/auction'
import { solveDeadlineMs } from '@/lib/auctions/model/solution'
import { combineWinners, type WinnerGroup } from '@/lib/auctions/selection/combine-winners'
import type { Participant } from '@/lib/auctions/selection/run-auction'
import {
  type SelectedParticipants,
  selectParticipants,
} from '@/lib/auctions/selection/select-participants'
import type { WinnerSelection } from '@/lib/auctions/selection/select-winners'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import {
  type PreparedSettlement,
  prepareSettlement,
  type SettlementFault,
} from '@/lib/settlements/submission/prepare-settlement'
import type { Choice, CompetitionRound, RefusedGroup } from './competition-round'
import { backOffOrders, onlyOrder } from './order-backoff'
import { rerunAuction, rerunWithGas } from './rerun-auction'
import { routeAroundUntrusted } from './route-around-untrusted'

/** The winners of a competition, grouped into transactions. */
export type ChosenWinners = {
  /** After the last rerun ({@link rerunAuction}), with the solvers that had not finished. */
  readonly auction: Auction
  readonly unfinishedSolvers: readonly string[]
  /** The round's solutions and those rerouted around untrusted contracts, in the order of `ranked`. */
  readonly participants: readonly Participant[]
  /** All participants, as stored. */
  readonly ranked: readonly RankedSolution[]
  /** The transaction to send first, and those to prepare after it. */
  readonly first: PreparedSettlement & { readonly group: WinnerGroup }
  readonly later: readonly WinnerGroup[]
}

/** Milliseconds after which no auction is rerun: a solver's deadline plus the time to find the failing orders. */
const restartMs = (auction: Auction) => solveDeadlineMs(auction) + 5_000

/**
 * Selects winners whose best transaction passes simulation. If orders fail together, the auction is rerun without the
 * orders to blame ({@link rerunAuction}). Any other failing solution is excluded and the winners are selected again. An
 * order that fails alone competes again through base tokens if an untrusted contract may be to blame
 * ({@link routeAroundUntrusted}); otherwise it backs off, unless an external engine proposed the solution.
 */
export async function chooseWinners(
  ctx: Context,
  round: CompetitionRound,
): Promise<ChosenWinners | undefined> {
  const untilMs = ctx.now() + restartMs(round.auction)
  let choice: Choice = { round, participants: [...round.participants], refusals: new Map() }
  for (;;) {
    const { participants, refusals } = choice
    const { auction, unfinishedSolvers } = choice.round
    const places = [...participants.keys()].filter((place) => !refusals.has(place))
    const { winners, references } = selectParticipants(auction, participants, places)
    const groups = combineWinners(auction, winners)
    const [group] = groups
    if (!group) return undefined
    const whole = await prepareSettlement(ctx, choice.round, group.solution)
    if ('fault' in whole && ctx.now() < untilMs) {
      const rerun = await rerunRefused(ctx, choice, { group, refusal: whole })
      if (rerun) {
        choice = rerun
        continue
      }
    }
    const first =
      'fault' in whole
        ? await prepareMember(ctx, choice, { group, fault: whole.fault })
        : { ...whole, group }
    if (!first) continue
    const later = [...apartFrom(auction, { group, first, winners }), ...groups.slice(1)]
    const ranked = rank(choice, { groups: [first.group, ...later], references })
    return { auction, unfinishedSolvers, participants, ranked, first, later }
  }
}

type Refused = { readonly group: WinnerGroup; readonly refusal: SettlementFault }

/** Reruns the auction without the orders to blame, or with the gas that the simulation used. */
async function rerunRefused(
  ctx: Context,
  choice: Choice,
  { group, refusal: { fault, unpaidGas } }: Refused,
): Promise<Choice | undefined> {
  const refused = { group, fault }
  if (unpaidGas !== undefined) return rerunWithGas(ctx, choice, { refused, unpaidGas })
  return group.solution.trades.length > 1 ? rerunAuction(ctx, choice, refused) : undefined
}

/** Prepares the best member of a rejected group that passes simulation alone; undefined if a member was rejected. */
async function prepareMember(
  ctx: Context,
  choice: Choice,
  { group, fault }: RefusedGroup,
): Promise<ChosenWinners['first'] | undefined> {
  const { round, participants } = choice
  const isAlone = group.members.length === 1
  const prepared: ChosenWinners['first'][] = []
  for (const { place } of group.members) {
    const solution = participants[place]?.solution
    if (!solution) continue
    const single = isAlone ? { fault } : await prepareSettlement(ctx, round, solution)
    const [own] = combineWinners(round.auction, [{ place, solution }])
    if ('fault' in single) await refuse(ctx, choice, { place, fault: single.fault })
    else if (own) prepared.push({ ...single, group: own })
  }
  // If each passes alone, they only fail together.
  return prepared.length === group.members.length ? prepared[0] : undefined
}

type Divided = {
  readonly group: WinnerGroup
  readonly first: ChosenWinners['first']
  readonly winners: SelectedParticipants['winners']
}

/** Returns the members of a group that the first transaction leaves out, each as its own group. */
function apartFrom(auction: Auction, { group, first, winners }: Divided): WinnerGroup[] {
  const has = ({ members }: WinnerGroup, place: number) =>
    members.some((member) => member.place === place)
  return winners
    .filter(({ place }) => has(group, place) && !has(first.group, place))
    .flatMap((winner) => combineWinners(auction, [winner]))
}

async function refuse(
  ctx: Context,
  { round, participants, refusals }: Choice,
  { place, fault }: { readonly place: number; readonly fault: BidFault },
): Promise<void> {
  refusals.set(place, fault)
  const { chainId } = round.auction
  const solution = participants[place]?.solution
  if (!solution) return
  const { solver, trades } = solution
  const orderUids: Hex[] = trades.map(({ uid }) => uid)
  const { auctionId } = round
  notifyEngines(ctx, { auctionId, solutions: [solution] }, { kind: 'simulationFailed' })
  ctx.log.info({ chainId, solver, orderUids, fault }, 'solution reverts')
  const only = onlyOrder(ctx, solution)
  if (!only) return
  const alternative = await routeAroundUntrusted(ctx, round, solution)
  if (alternative) participants.push(alternative)
  else backOffOrders(ctx, chainId, [only])
}

type Outcome = {
  readonly groups: readonly WinnerGroup[]
  readonly references: WinnerSelection['references']
}

function rank(
  { participants, refusals }: Choice,
  { groups, references }: Outcome,
): RankedSolution[] {
  const won = new Map(groups.flatMap(({ members }) => members.map((own) => [own.place, own])))
  return participants.map(({ solution, score, isFair }, place) => {
    const winner = won.get(place)
    const fault = refusals.get(place) ?? (isFair ? undefined : { code: 'unfair' })
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
