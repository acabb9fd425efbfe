import type { OrderView } from '@/lib/client/api'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Exclusion } from '@/lib/core/exclusion'
import type { OrderKind, OrderStatus, SigningScheme } from '@/lib/core/order'
import type { CancelWay } from './cancel-state'

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
  /** How an order was placed that a contract owns and sells the native token for. */
  readonly placement?: Placement
  /** Why an order that was placed on chain takes part in no auction; nothing where it does. */
  readonly placementError?: string | null | undefined
  /** Why it takes part in no auction; nothing where it does. */
  readonly exclusion?: Exclusion | undefined
  readonly createdAt: Date
  /** False while a presign order waits for its signature on chain. */
  readonly signed: boolean
  readonly signingScheme: SigningScheme
  readonly partiallyFillable: boolean
  /** Whether the order was signed for a quote and asks no more than that gave; left out where nobody asks. */
  readonly isQuoted?: boolean
  /** What was quoted for it, in atoms; what is sold includes the network cost. */
  readonly offer?: { readonly sellAmount: bigint; readonly buyAmount: bigint } | undefined
}

/** What an order exchanges, and how much of it is traded. */
export type OrderAmounts = Pick<
  ShownOrder,
  'kind' | 'sellAmount' | 'buyAmount' | 'feeAmount' | 'executedSell' | 'executedBuy'
>

/** What else the contract must be told of an order to end it. */
export type Placement = {
  readonly sender: Address
  readonly receiver: Address
  readonly appData: Hex
}

/** Reads an order as the API shows it; one that a contract signs until its sender's expiry ends at that. */
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

/** The service takes any quote of the same size for the order's, also for one whose limit is far from it. */
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

/** What the order gives at most, the signed fee included, in atoms. */
export function sellLimit(order: Pick<ShownOrder, 'sellAmount' | 'feeAmount'>): bigint {
  return order.sellAmount + order.feeAmount
}

/** Whether any of the order has been traded. */
export function isTouched(order: Pick<ShownOrder, 'executedBuy'>): boolean {
  return order.executedBuy > 0n
}

/** What is shown as exchanged, in atoms: what is traded where any is, else all that may be. */
export function shownAmounts(order: OrderAmounts): {
  readonly sold: bigint
  readonly bought: bigint
} {
  return isTouched(order)
    ? { sold: order.executedSell, bought: order.executedBuy }
    : { sold: sellLimit(order), bought: order.buyAmount }
}

/** Whether its owner can cancel it by a signature; what is signed on chain is cancelled there. */
export function isCancellable({ status, signingScheme }: ShownOrder): boolean {
  return status === 'open' && (signingScheme === 'eip712' || signingScheme === 'ethsign')
}

/**
 * How an account can cancel an order, the usual way first: what is open and its own. One that sells the native token is
 * ended by its sender at the contract that owns it, which pays back what is left.
 */
export function cancelWays(order: ShownOrder, account: Address): readonly CancelWay[] {
  if (order.status !== 'open' || (order.placement?.sender ?? order.owner) !== account) return []
  return isCancellable(order) ? ['signature', 'transaction'] : ['transaction']
}
