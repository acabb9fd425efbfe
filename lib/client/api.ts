import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Order, SigningScheme } from '@/lib/core/order'
import {
  type AnswerOf,
  type BodyOf,
  type CallInput,
  type CallOptions,
  call,
  callDated,
} from './call'
import { ApiError } from './request'

/** An order in the API's format. */
export type OrderView = AnswerOf<'readOrder'>
/** A quote in the API's format. */
export type QuoteAnswer = AnswerOf<'createQuote'>
/** The body of a quote request; amounts in atoms. */
export type QuoteBody = BodyOf<'createQuote'>
/** A notification in the API's format. */
export type NotificationView = AnswerOf<'listAccountNotifications'>[number]
/** A token of the token list. */
export type ListedToken = AnswerOf<'getTokenList'>['tokens'][number]
/** A wallet's affiliate code and its terms. */
export type AffiliateView = AnswerOf<'readAffiliate'>

/** Requests a quote on a network (name or chain id), dated by the service's clock. Does not retry. */
export function fetchQuote(network: string, body: QuoteBody, options: CallOptions = {}) {
  return callDated('createQuote', { network, body }, { ...options, tries: 1 })
}

/** An order with its signature or other authorisation. */
export type Submission = {
  readonly order: Order
  readonly from: Address
  readonly signingScheme: SigningScheme
  readonly signature: Hex
  readonly quoteId: number | undefined
  /** The app data document, or its hash. */
  readonly appData: string
}

/** Submits a signed order and returns its uid. Retries are safe: the uid stays the same. */
export function submitOrder(network: string, submission: Submission, options: CallOptions = {}) {
  const { order, ...consent } = submission
  return call('createOrder', { network, body: { ...order, ...consent } }, options)
}

/** Uploads an app data document under the hash of its bytes. */
export function storeAppData(
  network: string,
  { appData, appDataHash }: { readonly appData: string; readonly appDataHash: string },
  options: CallOptions = {},
) {
  const input = { network, params: { hash: appDataHash }, body: { fullAppData: appData } }
  return call('uploadAppData', input, options)
}

/** Cancels orders by one signature over their uids. */
export function cancelOrders(network: string, body: BodyOf<'deleteOrders'>) {
  return call('deleteOrders', { network, body })
}

/** Fetches an order by its uid. */
export function fetchOrder(network: string, uid: string, options: CallOptions = {}) {
  return call('readOrder', { network, params: { uid } }, options)
}

/** Fetches a page of an account's orders, newest first. */
export function fetchOrders(
  network: string,
  { owner, ...query }: { owner: Address; offset: number; limit: number },
  options: CallOptions = {},
) {
  return call('readAccountOrders', { network, params: { owner }, query }, options)
}

/** A scheduled order in the API's format. */
export type ScheduleView = AnswerOf<'readAccountSchedules'>[number]

/** Fetches a page of an account's scheduled orders, newest first. */
export function fetchSchedules(
  network: string,
  { owner, ...query }: { owner: Address; offset: number; limit: number },
  options: CallOptions = {},
) {
  return call('readAccountSchedules', { network, params: { owner }, query }, options)
}

/** Fetches a scheduled order of an account with its parts; {@link ApiError} 404 if there is none of that name. */
export function fetchSchedule(
  network: string,
  params: { readonly owner: Address; readonly schedule: string },
  options: CallOptions = {},
) {
  return call('readSchedule', { network, params }, options)
}

/** Fetches up to 128 orders by their uids; omits unknown ones. */
export async function fetchOrdersByUids(
  network: string,
  uids: readonly string[],
  options: CallOptions = {},
): Promise<readonly OrderView[]> {
  const listed = await call('readOrdersByUids', { network, body: uids }, options)
  return listed.map(({ order }) => order)
}

/** Maximum number of orders or trades per page. */
export const maxPageSize = 1_000

type TradesOf = { readonly owner: Address } | { readonly orderUid: string }

/** Fetches a page of an account's or an order's trades, newest first; ten by default. */
export function fetchTrades(
  network: string,
  query: TradesOf & { readonly offset?: number; readonly limit?: number },
  options: CallOptions = {},
) {
  return call('listTradesByPage', { network, query }, options)
}

/**
 * Fetches an account's notifications, newest first, bypassing the browser's cache; with `before`, those older than that
 * one.
 */
export function fetchNotifications(
  account: Address,
  query: { readonly limit: number; readonly before?: string | undefined },
  options: CallOptions = {},
) {
  const input = { params: { account }, query }
  return call('listAccountNotifications', input, { ...options, fresh: true })
}

/** Registers an affiliate code for a wallet. Does not retry: a signature works once. */
export function registerCode(body: BodyOf<'createAffiliate'>) {
  const { walletAddress } = body
  return call('createAffiliate', { params: { walletAddress }, body }, { tries: 1 })
}

/** Fetches the code of a wallet; {@link ApiError} 404 if it has none. */
export function fetchAffiliate(walletAddress: Address, options: CallOptions = {}) {
  return call('readAffiliate', { params: { walletAddress } }, { ...options, fresh: true })
}

/** Fetches a registered code; {@link ApiError} 404 if it is available. */
export function fetchCode(code: string, options: CallOptions = {}) {
  return call('readAffiliateCode', { params: { code } }, { ...options, fresh: true })
}

/** Fetches the listed tokens of the served networks. */
export async function fetchTokens(options: CallOptions = {}): Promise<readonly ListedToken[]> {
  return (await call('getTokenList', {}, options)).tokens
}

/** Fetches the price of one whole token in US dollars. */
export async function fetchUsdPrice(
  network: string,
  tokenAddress: Address,
  options: CallOptions = {},
) {
  const input = { network, params: { tokenAddress } }
  return (await call('getUsdPrice', input, { ...options, tries: 1 })).price
}

/** An order that needs a slippage recommendation. */
export type SlippageQuestion = Pick<CallInput<'getSlippageTolerance'>, 'params' | 'query'>

/** Fetches the recommended slippage in bps; {@link ApiError} 404 if the service has no data. */
export async function fetchSlippageBps(
  network: string,
  question: SlippageQuestion,
  options: CallOptions = {},
) {
  const input = { network, ...question }
  return (await call('getSlippageTolerance', input, { ...options, tries: 1 })).slippageBps
}

/** Requests tokens from an embedded network's faucet. */
export function askFaucet(network: string, address: Address) {
  return call('askFaucet', { network, body: { address } })
}

/** Fetches an account's balances of listed and tracked tokens, in atoms by address; null: the token does not answer. */
export async function fetchHeldBalances(
  network: string,
  account: Address,
  options: CallOptions = {},
) {
  const input = { network, params: { account } }
  return (await call('readHeldBalances', input, { ...options, fresh: true })).balances
}

/** Fetches a token's on-chain metadata; {@link ApiError} 404 if there is no token. */
export function fetchTokenDetails(
  network: string,
  tokenAddress: Address,
  options: CallOptions = {},
) {
  return call('getTokenDetails', { network, params: { tokenAddress } }, options)
}

/** Fetches the service's message why it does not trade a token; null if it does. */
export async function fetchRefusal(
  network: string,
  token: Address,
  options: CallOptions = {},
): Promise<string | null> {
  try {
    await call('readNativePrice', { network, params: { token } }, options)
    return null
  } catch (error) {
    if (error instanceof ApiError && error.code === 'UnsupportedToken') return error.message
    // A token without a price may still be traded.
    if (error instanceof ApiError && error.status < 500) return null
    throw error
  }
}
