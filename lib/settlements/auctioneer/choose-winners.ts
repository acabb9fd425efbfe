import type { RankedSolution } from '@/lib/auctions/competition/competition-store'
import { tellEngines } from '@/lib/auctions/engines/notify-engines'
import type { Auction } from '@/lib/auctions/model/auction'
import { solveDeadlineMs } from '@/lib/auctions/model/solution'
import { joinWinners, type WinnerGroup } from '@/lib/auctions/selection/combine-winners'
import type { Contender } from '@/lib/auctions/selection/run-auction'
import {
  type SelectedContenders,
  selectContenders,
} from '@/lib/auctions/selection/select-contenders'
import { unfairFault, type WinnerSelection } from '@/lib/auctions/selection/select-winners'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import {
  type PreparedSettlement,
  prepareSettlement,
  type SettlementFault,
} from '@/lib/settlements/submission/prepare-settlement'
import type { Choice, Contest, RefusedGroup } from './competition-round'
import { deferOrders, loneOrder } from './order-backoff'
import { holdAnew, holdWithGas } from './rerun-auction'
import { goBeside } from './route-around-untrusted'

/** The winners of a contest, in the transactions that settle them. */
export type ChosenWinners = {
  /** As it was held in the end (see {@link holdAnew}), and who was not done. */
  readonly auction: Auction
  readonly absent: readonly string[]
  /** Those of the contest, and those that went beside strangers; `ranked` has their sequence. */
  readonly contenders: readonly Contender[]
  /** All contenders, as they are to be stored. */
  readonly ranked: readonly RankedSolution[]
  /** The transaction to send first, and those to be prepared after it. */
  readonly first: PreparedSettlement & { readonly group: WinnerGroup }
  readonly later: readonly WinnerGroup[]
}

/** Milliseconds after which an auction is not held anew: what one is given, and what it takes to tell who is to blame. */
const anewMs = (auction: Auction) => solveDeadlineMs(auction) + 5_000

/**
 * The winners of which the best transaction is one that the chain accepts. Where it refuses some orders together, the
 * auction is held anew without those to blame (see {@link holdAnew}). What else it refuses is filtered out, and
 * the winners are chosen anew without it. An order that it refuses alone competes anew through base tokens, if strangers
 * may be to blame (see {@link goBeside}); else it is put off, unless a solver outside this service proposed it.
 */
export async function chooseWinners(
  ctx: Context,
  contest: Contest,
): Promise<ChosenWinners | undefined> {
  const untilMs = ctx.now() + anewMs(contest.auction)
  let choice: Choice = { contest, contenders: [...contest.contenders], refusals: new Map() }
  for (;;) {
    const { contenders, refusals } = choice
    const { auction, absent } = choice.contest
    const places = [...contenders.keys()].filter((place) => !refusals.has(place))
    const { winners, references } = selectContenders(auction, contenders, places)
    const groups = joinWinners(auction, winners)
    const [group] = groups
    if (!group) return undefined
    const whole = await prepareSettlement(ctx, choice.contest, group.solution)
    if ('fault' in whole && ctx.now() < untilMs) {
      const anew = await holdAgain(ctx, choice, { group, refusal: whole })
      if (anew) {
        choice = anew
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
    return { auction, absent, contenders, ranked, first, later }
  }
}

type Refused = { readonly group: WinnerGroup; readonly refusal: SettlementFault }

/** The choice begun again without what is to blame, or with the gas that the simulation used. */
async function holdAgain(
  ctx: Context,
  choice: Choice,
  { group, refusal: { fault, unpaidGas } }: Refused,
): Promise<Choice | undefined> {
  const refused = { group, fault }
  if (unpaidGas !== undefined) return holdWithGas(ctx, choice, { refused, unpaidGas })
  return group.solution.trades.length > 1 ? holdAnew(ctx, choice, refused) : undefined
}

/** The best member of a refused group that the chain accepts alone; undefined when members were refused. */
async function prepareMember(
  ctx: Context,
  choice: Choice,
  { group, fault }: RefusedGroup,
): Promise<ChosenWinners['first'] | undefined> {
  const { contest, contenders } = choice
  const isAlone = group.members.length === 1
  const prepared: ChosenWinners['first'][] = []
  for (const { place } of group.members) {
    const solution = contenders[place]?.solution
    if (!solution) continue
    const single = isAlone ? { fault } : await prepareSettlement(ctx, contest, solution)
    const [own] = joinWinners(contest.auction, [{ place, solution }])
    if ('fault' in single) await refuse(ctx, choice, { place, fault: single.fault })
    else if (own) prepared.push({ ...single, group: own })
  }
  // Where each is accepted alone, they only cannot be settled together.
  return prepared.length === group.members.length ? prepared[0] : undefined
}

type Divided = {
  readonly group: WinnerGroup
  readonly first: ChosenWinners['first']
  readonly winners: SelectedContenders['winners']
}

/** The members of a group that the first transaction leaves, each by itself. */
function apartFrom(auction: Auction, { group, first, winners }: Divided): WinnerGroup[] {
  const has = ({ members }: WinnerGroup, place: number) =>
    members.some((member) => member.place === place)
  return winners
    .filter(({ place }) => has(group, place) && !has(first.group, place))
    .flatMap((winner) => joinWinners(auction, [winner]))
}

async function refuse(
  ctx: Context,
  { contest, contenders, refusals }: Choice,
  { place, fault }: { readonly place: number; readonly fault: string },
): Promise<void> {
  refusals.set(place, fault)
  const { chainId } = contest.auction
  const solution = contenders[place]?.solution
  if (!solution) return
  const { solver, trades } = solution
  const orderUids: Hex[] = trades.map(({ uid }) => uid)
  const { auctionId } = contest
  tellEngines(ctx, { auctionId, solutions: [solution] }, { kind: 'simulationFailed' })
  ctx.log.info({ chainId, solver, orderUids, fault }, 'solution fails')
  const lone = loneOrder(ctx, solution)
  if (!lone) return
  const beside = await goBeside(ctx, contest, solution)
  if (beside) contenders.push(beside)
  else deferOrders(ctx, chainId, [lone])
}

type Outcome = {
  readonly groups: readonly WinnerGroup[]
  readonly references: WinnerSelection['references']
}

function rank({ contenders, refusals }: Choice, { groups, references }: Outcome): RankedSolution[] {
  const won = new Map(groups.flatMap(({ members }) => members.map((own) => [own.place, own])))
  return contenders.map(({ solution, score, isFair }, place) => {
    const winner = won.get(place)
    const fault = refusals.get(place) ?? (isFair ? undefined : unfairFault)
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
