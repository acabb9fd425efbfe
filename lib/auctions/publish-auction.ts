import { type Context, memoized } from '@/lib/context'
import type { Auction } from './auction'
import {
  confirmCurrentAuction,
  emptyCurrentAuction,
  saveCurrentAuction,
} from './current-auction-store'

type Publication = {
  readonly chainId: number
  readonly auctionId: bigint
  /** Undefined when there is nothing to settle. */
  readonly auction: Auction | undefined
  /** The moment before which the orders were read. */
  readonly at: Date
}

/**
 * Tells everyone what is up for settlement now. Round after round nothing changes, so what was published
 * last is only confirmed then.
 */
export async function publishAuction(ctx: Context, publication: Publication): Promise<void> {
  const { chainId, auction, at } = publication
  const published = memoized(ctx, `auctions:published:${chainId}`, () => ({ content: '' }))
  if (!auction) {
    published.content = ''
    return emptyCurrentAuction(ctx.db, chainId, at)
  }
  const content = [auction.blockHash, ...auction.orders.map(({ uid }) => uid)].join()
  if (content === published.content && (await confirmCurrentAuction(ctx.db, chainId, at))) return
  await saveCurrentAuction(ctx.db, {
    auctionId: publication.auctionId,
    auction,
    createdAt: at,
  })
  published.content = content
}
