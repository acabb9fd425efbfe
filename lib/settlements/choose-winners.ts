import type { Auction } from '@/lib/auctions/auction'
import type { Caution } from '@/lib/auctions/caution'
import type { RankedSolution } from '@/lib/auctions/competition-store'
import { tellEngines } from '@/lib/auctions/engines/tell-engines'
import { joinWinners, type WinnerGroup } from '@/lib/auctions/join-winners'
import type { Contender } from '@/lib/auctions/run-auction'
import { selectContenders } from '@/lib/auctions/select-contenders'
import { unfairFault, type WinnerSelection } from '@/lib/auctions/select-winners'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { goBeside } from './avoid-strangers'
import { deferOrders } from './deferrals'
import { type PreparedSettlement, prepareSettlement } from './prepare-settlement'

/** Solutions of an auction that compete, the best ones first. */
export type Contest = {
  readonly auction: Auction
  readonly auctionId: bigint
  readonly contenders: readonly Contender[]
  readonly caution: Caution
}

/** The winners of a contest, in the transactions that settle them. */
export type ChosenWinners = {
  /** Those of the contest, and those that went beside strangers; `ranked` has their sequence. */
  readonly contenders: readonly Contender[]
  /** All contenders, as they are to be stored. */
  readonly ranked: readonly RankedSolution[]
  /** The transaction to send first, and those to be prepared after it. */
  readonly first: PreparedSettlement & { readonly group: WinnerGroup }
  readonly later: readonly WinnerGroup[]
}

/** A choice on its way. */
type Choice = {
  readonly contenders: Contender[]
  /** Places of contenders that the chain refuses, with its reason. */
  readonly refusals: Map<number, string>
}

/**
 * The winners of which the best transaction is one that the chain accepts. What it refuses is filtered out, and
 * the winners are chosen anew without it. An order that it refuses alone competes anew through base tokens, if strangers
 * may be to blame (see {@link goBeside}); else it is put off, unless a solver outside this service proposed it.
 */
export async function chooseWinners(
  ctx: Context,
  contest: Contest,
): Promise<ChosenWinners | undefined> {
  const contenders = [...contest.contenders]
  const refusals: Choice['refusals'] = new Map()
  for (;;) {
    const places = [...contenders.keys()].filter((place) => !refusals.has(place))
    const { winners, references } = selectContenders(contest.auction, contenders, places)
    const groups = joinWinners(contest.auction, winners)
    const first = await prepareFirst(ctx, contest, { groups, contenders, refusals })
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
    const groupsOfAll = [first.group, ...later]
    const ranked = rank({ contenders, refusals }, { groups: groupsOfAll, references })
    return { contenders, ranked, first, later }
  }
}

/** The first transaction that the chain accepts of the first group; undefined when members were refused. */
async function prepareFirst(
  ctx: Context,
  contest: Contest,
  { groups, ...choice }: Choice & { readonly groups: readonly WinnerGroup[] },
): Promise<ChosenWinners['first'] | undefined> {
  const [group] = groups
  if (!group) return undefined
  const whole = await prepareSettlement(ctx, contest, group.solution)
  if (!('fault' in whole)) return { ...whole, group }
  const isAlone = group.members.length === 1
  const prepared: ChosenWinners['first'][] = []
  for (const { place } of group.members) {
    const solution = choice.contenders[place]?.solution
    if (!solution) continue
    const single = isAlone ? whole : await prepareSettlement(ctx, contest, solution)
    const [own] = joinWinners(contest.auction, [{ place, solution }])
    if ('fault' in single) await refuse(ctx, contest, { place, fault: single.fault, ...choice })
    else if (own) prepared.push({ ...single, group: own })
  }
  // Where each is accepted alone, they only cannot be settled together.
  return prepared.length === group.members.length ? prepared[0] : undefined
}

type Refusal = Choice & { readonly place: number; readonly fault: string }

async function refuse(
  ctx: Context,
  contest: Contest,
  { place, fault, contenders, refusals }: Refusal,
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
  // Alone an order is to blame itself; together any of them may be, and so may a solver that is not ours.
  const isOwn = ctx.config.solverEngines.every(({ name }) => name !== solver)
  if (orderUids.length > 1 || !isOwn) return
  const beside = await goBeside(ctx, contest, solution)
  if (beside) contenders.push(beside)
  else deferOrders(ctx, chainId, orderUids)
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
