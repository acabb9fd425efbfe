import type { PartnerFee } from '@/lib/app-data/metadata'
import type { Context } from '@/lib/context'
import { zeroAddress } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { receiverOf } from '@/lib/core/order'
import { toUnixSeconds } from '@/lib/core/time'
import { listOrders } from '@/lib/orders/queries/list-orders'
import type { OrderDetails } from '@/lib/orders/queries/order-details'
import { type CurrentAuction, findCurrentAuction } from './current-auction-store'

/** The current auction with its full orders, oldest first. */
export type AuctionWithOrders = CurrentAuction & {
  readonly orders: readonly OrderDetails[]
  /** The volume fee of every fill. */
  readonly volumeFeeBps: number
}

/**
 * Returns the current auction of a network; without orders if there is nothing to settle.
 * @throws {ServiceError} NotFound before the first auction.
 */
export async function getCurrentAuction(ctx: Context, chainId: number): Promise<AuctionWithOrders> {
  const auction = await findCurrentAuction(ctx.db, chainId)
  if (!auction) throw new ServiceError('NotFound', 'there has been no auction yet')
  const orders = await listOrders(ctx, { chainId, uids: auction.orderUids })
  return { ...auction, orders, volumeFeeBps: ctx.config.volumeFeeBps }
}

/** The current auction in the API's format; the HTTP layer renders amounts. */
export function viewAuction(auction: AuctionWithOrders) {
  return {
    id: Number(auction.auctionId),
    block: Number(auction.blockNumber),
    orders: auction.orders.map((details) => viewAuctionOrder(details, auction)),
    prices: { ...auction.prices },
    surplusCapturingJitOrderOwners: [],
  }
}

function viewAuctionOrder(
  details: OrderDetails,
  { volumeFeeBps }: Pick<AuctionWithOrders, 'volumeFeeBps'>,
) {
  const { order } = details
  const quote = offerOf(details)
  return {
    uid: order.uid,
    sellToken: order.sellToken,
    buyToken: order.buyToken,
    sellAmount: order.sellAmount,
    buyAmount: order.buyAmount,
    protocolFees: [
      ...(volumeFeeBps > 0 ? [{ volume: { factor: volumeFeeBps / 10_000 } }] : []),
      ...order.partnerFees.map((fee) => viewFee(fee, quote)),
    ],
    created: toUnixSeconds(order.createdAt.getTime()),
    validTo: order.validTo,
    kind: order.kind,
    receiver: receiverOf(order, order.owner),
    owner: order.owner,
    partiallyFillable: order.partiallyFillable,
    executed: order.kind === 'sell' ? order.executedSell - order.executedFee : order.executedBuy,
    preInteractions: [...order.interactions.pre],
    postInteractions: [...order.interactions.post],
    sellTokenBalance: order.sellTokenBalance,
    buyTokenBalance: order.buyTokenBalance,
    class: order.class,
    appData: order.appData,
    signingScheme: order.signingScheme,
    signature: order.signature,
    ...(details.quote ? { quote } : {}),
  }
}

/** The order's quoted amounts; without a quote, its limit. */
function offerOf({ order, quote }: OrderDetails) {
  const { sellAmount, buyAmount, feeAmount: fee } = quote ?? order
  return { sellAmount, buyAmount, fee, solver: zeroAddress as string }
}

/** The API gives fees as fractions. */
function viewFee(fee: PartnerFee, quote: ReturnType<typeof offerOf>) {
  if ('volumeBps' in fee) return { volume: { factor: fee.volumeBps / 10_000 } }
  const maxVolumeFactor = fee.maxVolumeBps / 10_000
  if ('surplusBps' in fee) return { surplus: { factor: fee.surplusBps / 10_000, maxVolumeFactor } }
  const factor = fee.priceImprovementBps / 10_000
  return { priceImprovement: { factor, maxVolumeFactor, quote } }
}
