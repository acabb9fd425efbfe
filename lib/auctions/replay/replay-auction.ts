import type { Competition, CompetitionEntry } from '@/lib/auctions/competition/competition'
import { findAuctionInput, ordersOf, pricesOf } from '@/lib/auctions/competition/competition-store'
import { findWholeCompetition } from '@/lib/auctions/competition/published-competition-store'
import type { Solution } from '@/lib/auctions/model/solution'
import { combineWinners } from '@/lib/auctions/selection/combine-winners'
import {
  type Participant,
  rankSolutions,
  scoreSolutions,
  solvers,
} from '@/lib/auctions/selection/run-auction'
import { selectParticipants } from '@/lib/auctions/selection/select-participants'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import type { AuctionInput } from './auction-input'

/** A winner of a replay. */
export type ReplayedWinner = {
  readonly solution: Solution
  readonly score: bigint
}

/** A replayed auction. */
export type Replay = {
  readonly input: AuctionInput
  readonly stored: Competition
  readonly winners: readonly ReplayedWinner[]
  /** Differences from the stored outcome; empty if the replay agrees. */
  readonly differences: readonly string[]
}

/**
 * Replays a stored auction without a chain: runs our solvers on the stored input, and adds the stored solutions of
 * external and unfinished solvers. Solutions that failed simulation then are excluded again.
 * @throws {ServiceError} NotFound if the auction was never stored, or its input was deleted.
 */
export async function replayAuction(ctx: Context, auctionId: bigint): Promise<Replay> {
  const [input, stored] = await Promise.all([
    findAuctionInput(ctx.db, auctionId),
    findWholeCompetition(ctx.db, auctionId),
  ])
  if (!stored) throw new ServiceError('NotFound', `auction ${auctionId} is not stored`)
  if (!input) throw new ServiceError('NotFound', `the inputs of auction ${auctionId} were removed`)
  const participants = await solveAgain(ctx, input)
  const taking = participants.filter((participant) => !wasRefused({ stored, input }, participant))
  const { winners: won } = selectParticipants(input.auction, taking)
  const joined = combineWinners(input.auction, won).flatMap(({ members }) => members)
  const alone = won.map(({ place, solution }) => ({ solution, score: taking[place]?.score ?? 0n }))
  const differences = [joined, alone].map((outcome) => compare({ stored, input }, outcome))
  const isAlone = differences[0]?.length !== 0 && differences[1]?.length === 0
  return {
    input,
    stored,
    winners: isAlone ? alone : joined,
    differences: (isAlone ? differences[1] : differences[0]) ?? [],
  }
}

async function solveAgain(
  ctx: Context,
  { auction, proposals, unfinishedSolvers }: AuctionInput,
): Promise<Participant[]> {
  const present = solvers.filter(({ name }) => !unfinishedSolvers.includes(name))
  const own = await Promise.all(
    present.map(async ({ name, solve }) => ({
      solver: name,
      proposed: await solve(auction, { timeMs: Number.POSITIVE_INFINITY }),
    })),
  )
  const names = new Set(proposals.map(({ solver }) => solver))
  const others = [...names].map((solver) => ({
    solver,
    proposed: proposals.filter((proposal) => proposal.solver === solver),
  }))
  const scored = [...own, ...others].flatMap((one) => scoreSolutions(ctx, auction, one))
  return rankSolutions(auction, scored)
}

type Stored = Pick<Replay, 'stored' | 'input'>

/** Returns whether a solution failed simulation before the winners were chosen. */
function wasRefused({ stored, input }: Stored, { solution }: Participant): boolean {
  return stored.solutions.some(
    (entry) =>
      entry.filteredOut && entry.fault?.code !== 'unfair' && isEntryOf(entry, input, solution),
  )
}

function compare({ stored, input }: Stored, winners: readonly ReplayedWinner[]): string[] {
  const entries = stored.solutions.filter(({ isWinner }) => isWinner)
  const matches = (entry: CompetitionEntry, { solution, score }: ReplayedWinner) =>
    isEntryOf(entry, input, solution) && entry.score === score
  const missing = entries.filter((entry) => !winners.some((winner) => matches(entry, winner)))
  const added = winners.filter((winner) => !entries.some((entry) => matches(entry, winner)))
  return [
    ...missing.map(
      ({ solver, score }) => `the winner of ${solver} with score ${score} does not come again`,
    ),
    ...added.map(
      ({ solution, score }) => `${solution.solver} wins with score ${score}, which is not stored`,
    ),
  ]
}

/** Returns whether a stored entry matches a solution: the same orders, amounts and prices. */
function isEntryOf(
  entry: CompetitionEntry,
  { auction }: AuctionInput,
  solution: Solution,
): boolean {
  const prices = pricesOf(solution)
  const tokens = Object.keys(prices) as (keyof typeof prices)[]
  return (
    entry.solver === solution.solver &&
    tokens.length === Object.keys(entry.clearingPrices).length &&
    tokens.every((token) => entry.clearingPrices[token] === prices[token]) &&
    textOf(entry.orders) === textOf(ordersOf(auction, solution))
  )
}

type Amounts = { readonly id: string; readonly sellAmount: string; readonly buyAmount: string }

function textOf(orders: readonly Amounts[]): string {
  const lines = orders.map(({ id, sellAmount, buyAmount }) => `${id} ${sellAmount} ${buyAmount}`)
  return lines.sort().join('\n')
}

/** Formats a replay's result as lines of text; amounts in atoms, scores in native atoms. */
export function describeReplay({ input, stored, winners, differences }: Replay): string[] {
  const { auction, proposals, unfinishedSolvers } = input
  const { auctionId, chainId, blockNumber, bound } = stored
  const counts = `${auction.orders.length} orders, ${auction.pools.length} pools`
  const outside = proposals.length > 0 ? `, ${proposals.length} stored proposals` : ''
  const missing =
    unfinishedSolvers.length > 0 ? `; not asked again: ${unfinishedSolvers.join(', ')}` : ''
  const total = winners.reduce((sum, { score }) => sum + score, 0n)
  return [
    `auction ${auctionId} on network ${chainId}, block ${blockNumber}: ${counts}${outside}${missing}`,
    ...winners.flatMap(({ solution, score }) => [
      `winner ${solution.solver}, score ${score}`,
      ...solution.trades.map(
        ({ uid, sellAmount, buyAmount }) => `  order ${uid} sells ${sellAmount} for ${buyAmount}`,
      ),
      ...[...solution.clearingPrices].map(([token, price]) => `  price ${token} ${price}`),
    ]),
    `total score ${total}${bound === undefined ? '' : ` of at most ${bound}`}`,
    ...differences.map((difference) => `different: ${difference}`),
    differences.length === 0
      ? 'The replay came to the same solution as the auction.'
      : 'The replay came to another solution than the auction.',
  ]
}
