import { type Address, zeroAddress } from '@/lib/core/address'
import { isNativeOrder } from '@/lib/core/native-order'
import type { OrderRecord } from '@/lib/orders/order-record'
import { exclusionOf } from '@/lib/orders/state/exclusion-of'
import type { OrderDetails, OrderQuote } from './order-details'

/**
 * An order as the public API shows it; amounts and times are rendered by the shell.
 *
 * `executedFee` is what was taken beyond the signed fee: for the network, for the service and for partners. What a fill
 * paid for the network is known of those that this service settled since it keeps books of it.
 */
export function viewOrder(details: OrderDetails) {
  const { order, fullAppData, quote } = details
  return {
    uid: order.uid,
    owner: order.owner,
    creationDate: order.createdAt,
    status: order.status,
    class: order.class,
    settlementContract: order.settlementContract,
    invalidated: order.invalidated,
    isLiquidityOrder: false,
    availableBalance: null,
    executedSellAmount: order.executedSell,
    executedSellAmountBeforeFees: order.executedSell - order.executedFee,
    executedBuyAmount: order.executedBuy,
    executedFeeAmount: order.executedFee,
    executedFee: order.networkFee + order.protocolFee,
    executedFeeToken: feeTokenOf(order),
    fullAppData: fullAppData ?? null,
    sellToken: order.sellToken,
    buyToken: order.buyToken,
    receiver: receiverOrNull(order),
    sellAmount: order.sellAmount,
    buyAmount: order.buyAmount,
    validTo: order.validTo,
    appData: order.appData,
    feeAmount: order.feeAmount,
    kind: order.kind,
    partiallyFillable: order.partiallyFillable,
    sellTokenBalance: order.sellTokenBalance,
    buyTokenBalance: order.buyTokenBalance,
    signingScheme: order.signingScheme,
    signature: order.signature,
    interactions: order.interactions,
    ...(order.onchainUser ? { onchainUser: order.onchainUser } : {}),
    ...(order.status === 'open' && !order.signed ? { presignaturePending: true } : {}),
    ...viewExclusion(order),
    ...(order.validFrom === undefined ? {} : { validFrom: order.validFrom }),
    ...(quote ? { quote: viewQuote(quote, order) } : {}),
    ...viewPlacement(details),
  }
}

function viewExclusion(order: OrderRecord) {
  const exclusion = exclusionOf(order)
  return exclusion ? { exclusion } : {}
}

/** Fees are taken of the amount that is not exact; where there are none it does not matter. */
function feeTokenOf({ kind, sellToken, buyToken, ...order }: OrderRecord): Address {
  return kind === 'sell' && order.networkFee + order.protocolFee > 0n ? buyToken : sellToken
}

function receiverOrNull({ receiver }: OrderRecord): Address | null {
  return receiver === zeroAddress ? null : receiver
}

/** Digits without exponent, however small or large. */
const decimal = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 17 })

/** What a client planned to slip is nobody's business while the order can still be filled. */
function viewQuote(quote: OrderQuote, { status }: OrderRecord) {
  return {
    gasAmount: decimal.format(quote.gasAmount),
    gasPrice: decimal.format(quote.gasPrice),
    sellTokenPrice: decimal.format(quote.sellTokenPrice),
    sellAmount: quote.sellAmount,
    buyAmount: quote.buyAmount,
    feeAmount: quote.feeAmount,
    // The service estimates by itself: no solver stands behind the quote.
    solver: zeroAddress as string,
    verified: quote.verified,
    metadata: status === 'open' ? null : (quote.metadata ?? null),
  }
}

/** What only orders placed on chain have; those that sell the native token end when their sender said. */
function viewPlacement({ order, refundTxHash }: OrderDetails) {
  const { onchainSender: sender, placementError = null } = order
  if (!sender) return {}
  const onchainOrderData = { sender, placementError }
  if (!isNativeOrder(order)) return { onchainOrderData }
  const ethflowData = {
    userValidTo: order.trueValidTo,
    refundTxHash: refundTxHash ?? null,
    isRefunded: refundTxHash !== undefined,
  }
  return { onchainOrderData, ethflowData }
}
