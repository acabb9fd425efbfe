import type { OrderView } from '@/lib/client/api'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Exclusion } from '@/lib/core/exclusion'
import type { OrderKind, OrderStatus, SigningScheme } from '@/lib/core/order'
import type { CancelWay } from './cancel-state'

/** An order's displayed data; amounts in atoms. */
export type ShownOrder = {
  readonly uid: Hex
  /** Its network, in a list of several networks. */
  readonly chainId?: number | undefined
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
  /** Unix seconds before which it takes part in no auction; undefined: none. */
  readonly validFrom?: number | undefined
  /** The scheduled order that it is a part of. */
  readonly schedule?: string | undefined
  /** The placement of an on-chain order that sells the native token. */
  readonly placement?: Placement
  /** Why an on-chain order is excluded from auctions; undefined if it is not. */
  readonly placementError?: string | null | undefined
  /** Why it is excluded from auctions; undefined if it is not. */
  readonly exclusion?: Exclusion | undefined
  readonly createdAt: Date
  /** False while a presign order awaits its presignature. */
  readonly signed: boolean
  readonly signingScheme: SigningScheme
  readonly partiallyFillable: boolean
  /** Whether the limit is no better than the order's quote; omitted if not requested. */
  readonly isQuoted?: boolean
  /** Its quoted amounts in atoms; the sell amount includes the network cost. */
  readonly offer?: { readonly sellAmount: bigint; readonly buyAmount: bigint } | undefined
}

/** An order's amounts, and the traded part. */
export type OrderAmounts = Pick<
  ShownOrder,
  'kind' | 'sellAmount' | 'buyAmount' | 'feeAmount' | 'executedSell' | 'executedBuy'
>

/** Additional order fields for a cancellation by the contract. */
export type Placement = {
  readonly sender: Address
  readonly receiver: Address
  readonly appData: Hex
}

/** Parses an order from the API; an on-chain order expires at its sender's deadline. */
export function toShownOrder(view: OrderView): ShownOrder {
  const placement = placementOf(view)
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
    validTo: view.ethflowData?.userValidTo ?? view.validTo,
    validFrom: view.validFrom,
    schedule: view.schedule,
    ...(placement ? { placement } : {}),
    placementError: view.onchainOrderData?.placementError,
    exclusion: view.exclusion as Exclusion | undefined,
    createdAt: new Date(view.creationDate),
    signed: view.presignaturePending !== true,
    signingScheme: view.signingScheme,
    partiallyFillable: view.partiallyFillable,
    isQuoted: view.quote !== undefined && asksAtMost(view, view.quote),
    offer: offerOf(view),
  }
}

type Size = { readonly sellAmount: string; readonly feeAmount: string }

/** The service assigns any quote of the same size to an order, even if its limit is far from it. */
function asksAtMost(view: OrderView, quote: NonNullable<OrderView['quote']>): boolean {
  const given = ({ sellAmount, feeAmount }: Size) => BigInt(sellAmount) + BigInt(feeAmount)
  return BigInt(view.buyAmount) * given(quote) <= BigInt(quote.buyAmount) * given(view)
}

function offerOf({ quote }: OrderView): ShownOrder['offer'] {
  return (
    quote && {
      sellAmount: BigInt(quote.sellAmount) + BigInt(quote.feeAmount),
      buyAmount: BigInt(quote.buyAmount),
    }
  )
}

function placementOf({ ethflowData, onchainUser, receiver, appData }: OrderView) {
  if (!ethflowData || !onchainUser) return undefined
  return { sender: onchainUser as Address, receiver: receiver as Address, appData: appData as Hex }
}

/** The order's maximum sell amount, the signed fee included, in atoms. */
export function sellLimit(order: Pick<ShownOrder, 'sellAmount' | 'feeAmount'>): bigint {
  return order.sellAmount + order.feeAmount
}

/** Returns whether a schedule shows the order as one of its parts; ended ones are orders like others. */
export const isOpenPart = ({
  status,
  schedule,
}: Pick<ShownOrder, 'status' | 'schedule'>): boolean => schedule !== undefined && status === 'open'

/** Returns whether any part of the order has been traded. */
export function hasFills(order: Pick<ShownOrder, 'executedBuy'>): boolean {
  return order.executedBuy > 0n
}

/** The displayed amounts in atoms: what is traded if any, else the whole. */
export function shownAmounts(order: OrderAmounts): {
  readonly sold: bigint
  readonly bought: bigint
} {
  return hasFills(order)
    ? { sold: order.executedSell, bought: order.executedBuy }
    : { sold: sellLimit(order), bought: order.buyAmount }
}

/** Returns whether the owner can cancel by signature; presigned orders are cancelled on-chain. */
export function isCancellable({ status, signingScheme }: ShownOrder): boolean {
  return status === 'open' && (signingScheme === 'eip712' || signingScheme === 'ethsign')
}

/**
 * Returns how an account can cancel its open order, the usual way first. A native sell order is cancelled by its sender
 * at the contract that owns it, which refunds the rest.
 */
export function cancelWays(order: ShownOrder, account: Address): readonly CancelWay[] {
  if (order.status !== 'open' || (order.placement?.sender ?? order.owner) !== account) return []
  return isCancellable(order) ? ['signature', 'transaction'] : ['transaction']
}
