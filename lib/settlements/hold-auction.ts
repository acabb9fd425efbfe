import { type Auction, throughBaseTokens } from '@/lib/auctions/auction'
import type { Caution } from '@/lib/auctions/caution'
import { competingSolvers } from '@/lib/auctions/competing-solvers'
import { takeAuctionId } from '@/lib/auctions/competition-store'
import { publishAuction } from '@/lib/auctions/publish-auction'
import { type Contender, runAuction } from '@/lib/auctions/run-auction'
import type { Context } from '@/lib/context'
import { trustedTokens } from '@/lib/routing/passing-tokens'
import { blameStrangers } from './avoid-strangers'
import {
  type ChosenWinners,
  type Contest,
  chooseWinners,
  type StrangeRefusals,
} from './choose-winners'

/** An auction in which the solvers competed, and who wins. */
export type HeldAuction = Contest & {
  /** Solvers that took no part. */
  readonly absent: readonly string[]
  readonly winners: ChosenWinners
}

/**
 * Lets the solvers compete and chooses winners whose first transaction the chain accepts; undefined when there are none.
 * Where it refuses what passes strangers, the auction is held once more through base tokens alone, so that nobody's
 * token stops the trade of others for a round, and strangers without whom it goes well are avoided from then on.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function holdAuction(
  ctx: Context,
  auction: Auction,
  { caution, at }: { readonly caution: Caution; readonly at: Date },
): Promise<HeldAuction | undefined> {
  const trusted = await trustedTokens(ctx, auction.chainId)
  const first = await compete(ctx, { auction, at, trusted })
  if (!first.winners || !('refused' in first.winners)) return withWinners(first)
  const { refused } = first.winners
  const second = withWinners(await compete(ctx, { auction: throughBaseTokens(auction), at }))
  const accepted = second?.winners.first.orderUids ?? []
  await blameStrangers(ctx, { auction, trusted, refused }, { accepted, caution })
  return second
}

type Competing = Pick<Contest, 'auction' | 'trusted'> & { readonly at: Date }

type Competed = Omit<HeldAuction, 'winners'> & {
  readonly winners: ChosenWinners | StrangeRefusals | undefined
}

async function compete(ctx: Context, { at, ...asked }: Competing): Promise<Competed> {
  const { auction } = asked
  const auctionId = await takeAuctionId(ctx.db)
  await publishAuction(ctx, { auctionId, auction, at })
  const absent: string[] = []
  const contenders: Contender[] = await runAuction(ctx, auction, {
    auctionId,
    competitors: competingSolvers(ctx),
    onAbsent: (name) => absent.push(name),
  })
  const contest = { ...asked, auctionId, contenders }
  return { ...contest, absent, winners: await chooseWinners(ctx, contest) }
}

function withWinners({ winners, ...held }: Competed): HeldAuction | undefined {
  return winners && 'first' in winners ? { ...held, winners } : undefined
}
