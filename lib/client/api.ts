import type { createAffiliate } from '@/lib/api/affiliate'
import type { getUsdPrice } from '@/lib/api/market'
import type { listAccountNotifications } from '@/lib/api/notifications'
import type { getTokenList } from '@/lib/api/operations'
import type { createOrder, readOrder } from '@/lib/api/orders'
import type { createQuote } from '@/lib/api/quotes'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Order, OrderKind, SigningScheme } from '@/lib/core/order'
import { type ApiRequest, requestJson } from './request'

type AnswerOf<E extends { readonly '~wire'?: { readonly answer: unknown } }> = NonNullable<
  E['~wire']
>['answer']

/** An order as the API shows it. */
export type OrderView = AnswerOf<typeof readOrder>
/** A quote as the API answers it. */
export type QuoteAnswer = AnswerOf<typeof createQuote>
/** A notification as the API shows it. */
export type NotificationView = AnswerOf<typeof listAccountNotifications>[number]
/** A token of the token list. */
export type ListedToken = AnswerOf<typeof getTokenList>['tokens'][number]
/** A wallet's affiliate code. */
export type AffiliateView = AnswerOf<typeof createAffiliate>

/** What calls take besides their input. */
export type CallOptions = Pick<ApiRequest, 'signal' | 'tries' | 'onRetry'>

/** The body of a quote request; amounts are decimal strings of atoms. */
export type QuoteBody = {
  readonly kind: OrderKind
  readonly sellToken: Address
  readonly buyToken: Address
  readonly from: Address
  readonly receiver?: Address
  readonly sellAmountBeforeFee?: string
  readonly buyAmountAfterFee?: string
  readonly validFor?: number
  readonly appData?: string
  readonly signingScheme?: SigningScheme
  readonly priceQuality?: 'fast' | 'optimal' | 'verified'
}

/** Asks for a quote on a network (its name or chain id). */
export function fetchQuote(network: string, body: QuoteBody, options: CallOptions = {}) {
  const path = `/${network}/api/v1/quote`
  return requestJson<QuoteAnswer>({ ...options, method: 'POST', path, body })
}

/** An order with what stands for its owner's consent. */
export type Submission = {
  readonly order: Order
  readonly from: Address
  readonly signingScheme: SigningScheme
  readonly signature: Hex
  readonly quoteId: number | undefined
  /** The app data document, or its hash. */
  readonly appData: string
}

/** Submits a signed order and returns its uid. Trying again is safe: the uid is the same. */
export function submitOrder(network: string, submission: Submission, options: CallOptions = {}) {
  const { order, quoteId, ...consent } = submission
  const body = {
    ...order,
    ...consent,
    sellAmount: String(order.sellAmount),
    buyAmount: String(order.buyAmount),
    feeAmount: String(order.feeAmount),
    ...(quoteId === undefined ? {} : { quoteId }),
  }
  const path = `/${network}/api/v1/orders`
  return requestJson<AnswerOf<typeof createOrder>>({ ...options, method: 'POST', path, body })
}

/** Cancels orders by one signature over their uids. */
export function cancelOrders(
  network: string,
  cancellation: { orderUids: readonly Hex[]; signature: Hex; signingScheme: SigningScheme },
) {
  const path = `/${network}/api/v1/orders`
  return requestJson<string>({ method: 'DELETE', path, body: cancellation })
}

/** An order by its uid. */
export function fetchOrder(network: string, uid: string, options: CallOptions = {}) {
  return requestJson<OrderView>({ ...options, path: `/${network}/api/v1/orders/${uid}` })
}

/** A page of an account's orders, newest first. */
export function fetchOrders(
  network: string,
  input: { owner: Address; offset: number; limit: number },
  options: CallOptions = {},
) {
  const path = `/${network}/api/v1/account/${input.owner}/orders?offset=${input.offset}&limit=${input.limit}`
  return requestJson<OrderView[]>({ ...options, path })
}

/** An account's notifications, newest first, past the browser's cache. */
export function fetchNotifications(account: Address, options: CallOptions = {}) {
  const path = `/accounts/${account}/notifications`
  return requestJson<NotificationView[]>({ ...options, path, fresh: true })
}

/** Binds an affiliate code to a wallet. A signature works once, so this is tried once. */
export function registerCode(registration: {
  walletAddress: Address
  code: string
  signedMessage: Hex
}) {
  const path = `/affiliate/${registration.walletAddress}`
  return requestJson<AffiliateView>({ method: 'POST', path, body: registration, tries: 1 })
}

/** The code of a wallet; {@link ApiError} 404 when it has none. */
export function fetchAffiliate(wallet: Address, options: CallOptions = {}) {
  return requestJson<AffiliateView>({ ...options, path: `/affiliate/${wallet}`, fresh: true })
}

/** A registered code; {@link ApiError} 404 when it is free. */
export function fetchCode(code: string, options: CallOptions = {}) {
  return requestJson<unknown>({ ...options, path: `/ref-codes/${code}`, fresh: true })
}

/** Listed tokens of the networks that are served. */
export async function fetchTokens(options: CallOptions = {}): Promise<readonly ListedToken[]> {
  const list = await requestJson<AnswerOf<typeof getTokenList>>({
    ...options,
    path: '/tokenlist.json',
  })
  return list.tokens
}

/** What one whole token is worth in US dollars. */
export async function fetchUsdPrice(network: string, token: Address, options: CallOptions = {}) {
  const path = `/${network}/tokens/${token}/usdPrice`
  return (await requestJson<AnswerOf<typeof getUsdPrice>>({ ...options, path, tries: 1 })).price
}

/** Asks the faucet of an embedded network for tokens. */
export function askFaucet(network: string, address: Address) {
  return requestJson<unknown>({ method: 'POST', path: `/${network}/faucet`, body: { address } })
}
