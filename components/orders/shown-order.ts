import type { OrderView } from '@/lib/client/api'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { OrderKind, OrderStatus, SigningScheme } from '@/lib/core/order'

/** What the pages show of an order; amounts in atoms. */
export type ShownOrder = {
  readonly uid: Hex
  readonly owner: Address
  readonly kind: OrderKind
  readonly status: OrderStatus
  readonly sellToken: Address
  readonly buyToken: Address
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly feeAmount: bigint
  /** Includes the fee. */
  readonly executedSell: bigint
  readonly executedBuy: bigint
  /** Unix seconds. */
  readonly validTo: number
  readonly createdAt: Date
  /** False while a presign order waits for its signature on chain. */
  readonly signed: boolean
  readonly signingScheme: SigningScheme
}

/** Reads an order as the API shows it. */
export function toShownOrder(view: OrderView): ShownOrder {
  return {
    uid: view.uid as Hex,
    owner: view.owner as Address,
    kind: view.kind,
    status: view.status,
    sellToken: view.sellToken as Address,
    buyToken: view.buyToken as Address,
    sellAmount: BigInt(view.sellAmount),
    buyAmount: BigInt(view.buyAmount),
    feeAmount: BigInt(view.feeAmount),
    executedSell: BigInt(view.executedSellAmount),
    executedBuy: BigInt(view.executedBuyAmount),
    validTo: view.validTo,
    createdAt: new Date(view.creationDate),
    signed: view.presignaturePending !== true,
    signingScheme: view.signingScheme,
  }
}

/** What the order gives at most, the signed fee included, in atoms. */
export function sellLimit(order: Pick<ShownOrder, 'sellAmount' | 'feeAmount'>): bigint {
  return order.sellAmount + order.feeAmount
}

/** Whether any of the order has been traded. */
export function isTouched(order: Pick<ShownOrder, 'executedBuy'>): boolean {
  return order.executedBuy > 0n
}

/** Whether its owner can cancel it by a signature; what is signed on chain is cancelled there. */
export function isCancellable({ status, signingScheme }: ShownOrder): boolean {
  return status === 'open' && (signingScheme === 'eip712' || signingScheme === 'ethsign')
}
