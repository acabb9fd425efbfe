import { type Address, zeroAddress } from '@/lib/core/address'
import type { OrderRecord } from './order-store'

/**
 * An order as the public API shows it; amounts and times are rendered by the shell.
 *
 * `executedFee` is what the service took beyond the signed fee, which is nothing: solvers are paid
 * through the price.
 */
export function viewOrder(order: OrderRecord, fullAppData: string | undefined) {
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
    executedFee: 0n,
    executedFeeToken: order.sellToken,
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
  }
}

function receiverOrNull({ receiver }: OrderRecord): Address | null {
  return receiver === zeroAddress ? null : receiver
}
