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
  /** The moment before which the orders were read. */
  readonly at: Date
}

/**
 * Tells everyone what is up for settlement now. Round after round nothing changes, so what was published
 * last is only confirmed then, under its first id.
 */
export async function publishAuction(ctx: Context, publication: Publication): Promise<void> {
  const { auction, at } = publication
  const published = lastPublished(ctx, auction.chainId)
  const content = [auction.blockHash, ...auction.orders.map(({ uid }) => uid)].join()
  const isKnown = content === published.content
  if (isKnown && (await confirmCurrentAuction(ctx.db, auction.chainId, at))) return
  await saveCurrentAuction(ctx.db, publication)
  published.content = content
}

/** Tells everyone that nothing is up for settlement now. */
export async function publishNoAuction(
  ctx: Context,
  { chainId, at }: { readonly chainId: number; readonly at: Date },
): Promise<void> {
  lastPublished(ctx, chainId).content = ''
  await emptyCurrentAuction(ctx.db, chainId, at)
}

const lastPublished = defineSlot('auctions/published', (_, _chainId: number) => ({ content: '' }))
