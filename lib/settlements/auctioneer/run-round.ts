import { boundAuction, boundSingleOrder } from '@/lib/auctions/bounds/auction-bound'
import type { BoundCheck } from '@/lib/auctions/bounds/check-bound'
import { buildAuction } from '@/lib/auctions/build/build-auction'
import {
  abandonUnsentWinners,
  type NewCompetition,
  reserveAuctionId,
} from '@/lib/auctions/competition/competition-store'
import { publishAuction, publishNoAuction } from '@/lib/auctions/competition/publish-auction'
import type { PaidOrders, ShortOrder } from '@/lib/auctions/model/auction'
import { scoreSolution } from '@/lib/auctions/model/score'
import type { Solution } from '@/lib/auctions/model/solution'
import { runAuction } from '@/lib/auctions/selection/run-auction'
import { competingSolvers, runBoundCheck } from '@/lib/auctions/solvers/competing-solvers'
import { readGasMarket } from '@/lib/chain/gas-market'
import { findBlockingSplit } from '@/lib/chain/nodes/splits'
import { type Context, defineSlot } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import type { Exclusion } from '@/lib/core/exclusion'
import { blocksIn } from '@/lib/core/networks/network'
import { inTransaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leadership'
import { hasOpenOrders } from '@/lib/orders/queries/open-order-query'
import { excludeAll } from '@/lib/orders/state/order-state-store'
import { hasFunds } from '@/lib/settlements/books/solver-funds'
import { findDeploymentFaults } from '@/lib/settlements/deployment/deployment-faults'
import { followShadows } from '@/lib/settlements/submission/follow-shadows'
import { resumeSettlements } from '@/lib/settlements/submission/recover-settlements'
import { findSettlementPause } from '@/lib/settlements/submission/settlement-pause-store'
import { isShadow, storeShadow } from '@/lib/settlements/submission/shadow'
import { solverAddress } from '@/lib/settlements/submission/solver-account'
import {
  type SubmissionResult,
  submitSettlement,
} from '@/lib/settlements/submission/submit-settlement'
import { isAboveCap } from '@/lib/settlements/submission/transaction-fees'
import { checkSettlements } from '@/lib/settlements/verification/check-settlement'
import { type AuctionLeadership, auctionRole, inFencedTransaction } from './auction-role'
import { findValueCaps, holdToDayCap } from './canary'
import { type ChosenWinners, chooseWinners } from './choose-winners'
import { excludedOrders, recordExclusions } from './exclusions'
import { findForgedFees } from './find-forged-fees'
import { loadRevertRisk } from './load-revert-risk'
import { backOffOrders, deferredOrders } from './order-backoff'
import { pauseForForged } from './pause-for-forged'
import { fallbackSolver } from './route-around-untrusted'
import { notifyOutcome, rankingsOf, settleRemaining } from './settle-remaining'
import { traceRound } from './trace-round'

/**
 * Minimum time for a settlement to be mined, in seconds and in blocks: five blocks leave room for two raises of the fee, and a
 * minute is five blocks of the slowest network (12 s).
 */
const deadlineSeconds = 60
const deadlineBlocks = 5

/** Maximum milliseconds that a revert delays its orders: they must settle soon after an attack on their pools. */
const longestRevertWaitMs = 16_000

/** The outcome of a round; `idle`: nothing to settle. */
export type SettleOutcome = {
  readonly state: SubmissionResult['state'] | 'idle'
  readonly auctionId?: bigint
  readonly txHash?: Hex
  /** Whether there was no auction because something keeps all orders from settling. */
  readonly isPaused?: boolean
  /** Number of open orders excluded for insufficient funds; undefined if the round did not look. */
  readonly shortOrders: readonly ShortOrder[] | undefined
  /** Undefined if the round did not read the chain. */
  readonly paid?: PaidOrders
}

/**
 * Runs one round: completes pending settlements, selects the open orders, lets the solvers compete, and settles the
 * winners in one or several transactions. Returns the outcome of the first transaction.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer; the error of `assertLeader` if
 * `epoch` is not the leader's any more.
 */
export async function runRound(
  ctx: Context,
  input: { readonly chainId: number; readonly epoch: bigint; readonly signal?: AbortSignal },
): Promise<SettleOutcome> {
  const { chainId, epoch, signal } = input
  const inFlight = await resumeSettlements(ctx, input)
  if (inFlight > 0) return { state: 'busy', shortOrders: undefined }
  await clearUnsentWinners(ctx, input)
  await checkSettlements(ctx, chainId)
  const pause = await findPause(ctx, chainId)
  if (pause) return holdNoAuction(ctx, input, pause)
  const inShadow = isShadow(ctx, chainId)
  if (inShadow) {
    await inFencedTransaction(ctx, input, (tx) => excludeAll(tx, chainId, { code: 'settlingOff' }))
    await followShadows(ctx, chainId)
  }
  if (await isGasTooExpensive(ctx, chainId)) {
    return holdNoAuction(ctx, input, inShadow ? undefined : { code: 'gasTooDear' })
  }
  const without = findExcluded(ctx, chainId)
  const caps = await findValueCaps(ctx, chainId)
  const at = new Date(ctx.now())
  const risk = await loadRevertRisk(ctx, chainId)
  const built = await buildAuction(ctx, { chainId, without, risk, caps })
  const { auction, exclusions: found, forged = [], ...funds } = built
  if (await pauseForForged(ctx, chainId, forged)) {
    return holdNoAuction(ctx, input, { code: 'settlingPaused' })
  }
  // In shadow mode, one reason holds for all orders.
  const exclusions = inShadow ? undefined : found

  if (!auction) {
    if (exclusions) await recordExclusions(ctx, { chainId, epoch, exclusions, solutions: [] })
    await publishNoAuction(ctx, { chainId, at })
    return { state: 'idle', ...funds }
  }
  const builtMs = ctx.now()
  const auctionId = await reserveAuctionId(ctx.db)
  await publishAuction(ctx, { auctionId, auction, at })
  ctx.metrics.roundOrders.observe({ chain: chainId }, auction.orders.length)
  const unfinishedSolvers: string[] = []
  const participants = await runAuction(ctx, auction, {
    auctionId,
    competitors: competingSolvers(ctx),
    onUnfinished: (name) => unfinishedSolvers.push(name),
  })
  const solvedMs = ctx.now()
  const solutions = participants.map(({ solution }) => solution)
  // Many reasons change at once when many orders are new; their winners do not wait for that.
  const [winners] = await Promise.all([
    chooseWinners(ctx, { auction, auctionId, participants, risk, unfinishedSolvers }),
    exclusions && recordExclusions(ctx, { chainId, epoch, exclusions, solutions }),
  ])
  if (!winners) return { state: 'idle', ...funds }
  const { first, later } = winners
  const competition = competitionOf(ctx, auctionId, winners)
  if (inShadow) {
    await storeShadow(ctx, { competition, first, later, epoch })
    return { state: 'idle', auctionId, ...funds }
  }
  if (
    caps &&
    !holdToDayCap(ctx, { auction: winners.auction, solution: first.group.solution, caps })
  ) {
    return { state: 'idle', ...funds }
  }
  const won = [first.group, ...later].map(({ solution }) => solution)
  if (await pauseForForged(ctx, chainId, await findForgedFees(ctx, winners.auction, won))) {
    return { state: 'idle', isPaused: true, ...funds }
  }
  const times = { startMs: at.getTime(), builtMs, solvedMs }
  const settled = await traceRound(ctx, { auction, auctionId, winners, ...times }, () =>
    settleWinners(ctx, { winners, competition, epoch, signal }),
  )
  return { ...settled, auctionId, ...funds }
}

type Settling = {
  readonly winners: ChosenWinners
  readonly competition: NewCompetition
  readonly epoch: bigint
  readonly signal: AbortSignal | undefined
}

/** Settles the winners of a round, and returns the outcome of their first transaction. */
async function settleWinners(
  ctx: Context,
  { winners: { auction, first, later }, competition, epoch, signal }: Settling,
): Promise<SubmissionResult> {
  const { auctionId } = competition
  const { chainId } = auction
  const rankings = rankingsOf(first.group)
  const result = await submitSettlement(ctx, { ...first, competition, rankings, epoch, signal })
  notifyOutcome(ctx, { auctionId, group: first.group }, result)
  if (result.state === 'failed') {
    backOffOrders(ctx, chainId, first.orderUids, { longestMs: longestRevertWaitMs })
  }
  // A revert or withdrawal, which an untrusted contract may cause on purpose, must not delay the other winners.
  if (['mined', 'failed', 'withdrawn'].includes(result.state)) {
    await settleRemaining(ctx, { competition, groups: later, epoch, signal })
  }
  // Last, and not awaited: no result depends on it.
  if (result.state === 'mined') {
    const { solution } = first.group
    void checkRoundBound(ctx, { auction, auctionId, solution, bound: competition.bound })
  }
  return result
}

/** Returns what keeps all orders of a network from settling: a pause, nodes that disagree, its deployment or its funds. */
async function findPause(ctx: Context, chainId: number): Promise<Exclusion | undefined> {
  if (
    (await findSettlementPause(ctx.db, chainId)) ||
    (await findBlockingSplit(ctx, chainId)) ||
    (await findDeploymentFaults(ctx, chainId)).faults.length > 0
  ) {
    return { code: 'settlingPaused' }
  }
  const isFunded = isShadow(ctx, chainId) || (await hasFunds(ctx, chainId))
  return isFunded ? undefined : { code: 'solverUnfunded' }
}

/** Ends a round without an auction; with a reason, all orders of the network get it. */
async function holdNoAuction(
  ctx: Context,
  leadership: AuctionLeadership,
  exclusion: Exclusion | undefined,
): Promise<SettleOutcome> {
  const { chainId } = leadership
  if (exclusion) {
    await inFencedTransaction(ctx, leadership, (tx) => excludeAll(tx, chainId, exclusion))
  }
  await publishNoAuction(ctx, { chainId, at: new Date(ctx.now()) })
  return { state: 'idle', isPaused: exclusion !== undefined, shortOrders: undefined }
}

/** Orders excluded from a network's next auction, with the reasons. */
function findExcluded(ctx: Context, chainId: number): ReadonlyMap<Hex, Exclusion> {
  const deferred = [...deferredOrders(ctx, chainId)].map(([uid, untilMs]): [Hex, Exclusion] => {
    return [uid, { code: 'backingOff', until: new Date(untilMs).toISOString() }]
  })
  return new Map([...deferred, ...excludedOrders(ctx, chainId)])
}

/** Networks whose gas price exceeds the operator's cap. */
const expensiveNetworks = defineSlot('settlements/gas-too-expensive', () => new Set<number>())

/**
 * Holds no auction while the gas price exceeds the operator's cap; the orders are not to blame. Logs when this starts
 * and ends.
 */
async function isGasTooExpensive(ctx: Context, chainId: number): Promise<boolean> {
  // Without orders the price does not matter, and an idle network costs no requests.
  if (!(await hasOpenOrders(ctx.db, chainId))) return false
  const market = await readGasMarket(ctx, chainId)
  const expensive = expensiveNetworks(ctx)
  const wasTooExpensive = expensive.has(chainId)
  const isTooExpensive = isAboveCap(ctx, chainId, market)
  if (isTooExpensive) expensive.add(chainId)
  else expensive.delete(chainId)
  const { baseFee, tip } = market
  if (isTooExpensive && !wasTooExpensive) {
    ctx.log.warn({ chainId, baseFee, tip }, 'gas price above MAX_GAS_PRICE_GWEI: settlement paused')
  } else if (wasTooExpensive && !isTooExpensive) {
    ctx.log.info({ chainId, baseFee, tip }, 'gas price below MAX_GAS_PRICE_GWEI again')
  }
  return isTooExpensive
}

/** The final auction, after reruns. */
function competitionOf(ctx: Context, auctionId: bigint, winners: ChosenWinners): NewCompetition {
  const { auction, unfinishedSolvers, ranked } = winners
  return {
    auctionId,
    input: { auction, proposals: proposalsOf(ctx, winners), unfinishedSolvers },
    deadlineBlock: auction.blockNumber + deadlineOf(ctx, auction.chainId),
    solverAddress: solverAddress(ctx, auction.chainId),
    createdAt: new Date(ctx.now()),
    bound: boundAuction(auction),
    solutions: ranked.map((one) =>
      one.isWinner ? { ...one, boundSingleOrder: boundSingleOrder(auction, one.solution) } : one,
    ),
  }
}

/** The inputs that a replay needs. */
function proposalsOf(
  { config }: Context,
  { participants, unfinishedSolvers }: ChosenWinners,
): Solution[] {
  const engines = config.solverEngines.map(({ name }) => name)
  const names = new Set([fallbackSolver, ...engines, ...unfinishedSolvers])
  return participants.flatMap(({ solution }) => (names.has(solution.solver) ? [solution] : []))
}

function deadlineOf(ctx: Context, chainId: number): bigint {
  const wait = { seconds: deadlineSeconds, min: deadlineBlocks }
  return BigInt(blocksIn(ctx.chain(chainId).network, wait))
}

/**
 * Abandons the last auction's winners that were never sent, because an earlier transaction was not mined or the process
 * stopped. Their orders join the next auction.
 * @throws if `epoch` is not the leader's any more.
 */
async function clearUnsentWinners(
  ctx: Context,
  { chainId, epoch }: { readonly chainId: number; readonly epoch: bigint },
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await assertLeader(tx, auctionRole(chainId), epoch)
    await abandonUnsentWinners(tx, chainId)
  })
}

/**
 * Number of rounds by the score of their first transaction: all, those far below the bound within its gas, those that
 * fill-or-kill orders alone explain, and those without time for the comparison.
 */
type RoundCounts = { checked: number; far: number; fillOrKill: number; late: number }

/** Returns the number of rounds that this process has compared. */
export const roundCounts = defineSlot('settlements/rounds', (): RoundCounts => {
  return { checked: 0, far: 0, fillOrKill: 0, late: 0 }
})

type Round = BoundCheck & { readonly auctionId: bigint }

/**
 * Counts a round, and logs it if its first transaction scored below 90 % of the bound within its gas (see
 * `checkBound`). With solver threads, the next round does not wait for it. Never throws.
 */
export async function checkRoundBound(
  ctx: Context,
  { auctionId, ...boundCheck }: Round,
): Promise<void> {
  const { chainId, orders } = boundCheck.auction
  try {
    const counts = roundCounts(ctx)
    counts.checked += 1
    const { auction, solution, bound } = boundCheck
    if (bound !== undefined && bound > 0n) {
      const ratio = Number(scoreSolution(auction, solution)) / Number(bound)
      ctx.metrics.scoreOverBound.observe({ chain: chainId }, ratio)
    }
    const { verdict, ...figures } = await runBoundCheck(ctx, boundCheck)
    if (verdict === 'near') return
    if (verdict === 'late') counts.late += 1
    else counts.far += 1
    if ('needsParts' in figures && figures.needsParts) counts.fillOrKill += 1
    const found = { chainId, auctionId, orders: orders.length, ...figures, ...counts }
    ctx.log.info(
      found,
      verdict === 'late'
        ? 'no time to compute the bound of the round'
        : 'round scored below 90 % of its bound',
    )
  } catch (error) {
    ctx.log.warn({ error, chainId, auctionId }, 'bound of the round could not be computed')
  }
}
