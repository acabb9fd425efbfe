import type { Auction } from '@/lib/auctions/model/auction'
import { type Context, defineSlot } from '@/lib/context'
import {
  confirmCurrentAuction,
  emptyCurrentAuction,
  saveCurrentAuction,
} from './current-auction-store'

type Publication = {
  readonly auctionId: bigint
  readonly auction: Auction
  /** Time before which the orders were read. */
  readonly at: Date
}

/** Publishes the current auction. While nothing changes, the published one is only confirmed and keeps its id. */
export async function publishAuction(ctx: Context, publication: Publication): Promise<void> {
  const { auction, at } = publication
  const published = lastPublished(ctx, auction.chainId)
  const content = [auction.blockHash, ...auction.orders.map(({ uid }) => uid)].join()
  const isKnown = content === published.content
  if (isKnown && (await confirmCurrentAuction(ctx.db, auction.chainId, at))) return
  await saveCurrentAuction(ctx.db, publication)
  published.content = content
}

/** Publishes that there is nothing to settle. */
export async function publishNoAuction(
  ctx: Context,
  { chainId, at }: { readonly chainId: number; readonly at: Date },
): Promise<void> {
  lastPublished(ctx, chainId).content = ''
  await emptyCurrentAuction(ctx.db, chainId, at)
}

const lastPublished = defineSlot('auctions/published', (_, _chainId: number) => ({ content: '' }))
