import type { Trade } from '@/lib/chain-events/trade-query'
import { type Address, zeroAddress } from '@/lib/core/address'
import { isNativeOrder } from '@/lib/core/native-order'
import { exclusionOf, type OrderRecord } from '@/lib/orders/order-record'
import type { OrderDetails, OrderQuote } from './order-details'

/**
 * Builds the public API's view of an order; the HTTP layer renders amounts and times.
 *
 * `executedFee` is what was charged beyond the signed fee: network cost, protocol fee and partner fees. The network
 * cost of a fill is known only for settlements by this service since it records them.
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
    ...(order.schedule === undefined ? {} : { schedule: order.schedule }),
    ...(quote ? { quote: viewQuote(quote, order) } : {}),
    ...viewPlacement(details),
  }
}

function viewExclusion(order: OrderRecord) {
  const exclusion = exclusionOf(order)
  return exclusion ? { exclusion } : {}
}

/** Fees are charged in the token of the non-fixed amount; without fees either token will do. */
function feeTokenOf({ kind, sellToken, buyToken, ...order }: OrderRecord): Address {
  return kind === 'sell' && order.networkFee + order.protocolFee > 0n ? buyToken : sellToken
}

function receiverOrNull({ receiver }: OrderRecord): Address | null {
  return receiver === zeroAddress ? null : receiver
}

/** Plain digits without an exponent, whatever the magnitude. */
const decimal = new Intl.NumberFormat('en-US', { useGrouping: false, maximumSignificantDigits: 17 })

/** Hides the client's slippage tolerance while the order can still be filled. */
function viewQuote(quote: OrderQuote, { status }: OrderRecord) {
  return {
    gasAmount: decimal.format(quote.gasAmount),
    gasPrice: decimal.format(quote.gasPrice),
    sellTokenPrice: decimal.format(quote.sellTokenPrice),
    sellAmount: quote.sellAmount,
    buyAmount: quote.buyAmount,
    feeAmount: quote.feeAmount,
    // The service quotes by itself; no solver stands behind the quote.
    solver: zeroAddress as string,
    verified: quote.verified,
    metadata: status === 'open' ? null : (quote.metadata ?? null),
  }
}

/**
 * Builds the members specific to on-chain orders. Orders that sell the native token end at their sender's
 * `userValidTo`.
 */
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

/** Builds the public API's view of a trade; the HTTP layer renders amounts. */
export function viewTrade(trade: Trade) {
  return {
    blockNumber: Number(trade.blockNumber),
    logIndex: trade.logIndex,
    orderUid: trade.orderUid,
    owner: trade.owner,
    sellToken: trade.sellToken,
    buyToken: trade.buyToken,
    sellAmount: trade.sellAmount,
    sellAmountBeforeFees: trade.sellAmount - trade.feeAmount,
    buyAmount: trade.buyAmount,
    txHash: trade.txHash,
    executedProtocolFees: trade.executedFees.map(({ policy, amount, token }) => ({
      policy,
      amount,
      token,
    })),
  }
}
