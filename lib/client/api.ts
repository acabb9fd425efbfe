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

/** An order as the API shows it. */
export type OrderView = AnswerOf<'readOrder'>
/** A quote as the API answers it. */
export type QuoteAnswer = AnswerOf<'createQuote'>
/** The body of a quote request; amounts in atoms. */
export type QuoteBody = BodyOf<'createQuote'>
/** A notification as the API shows it. */
export type NotificationView = AnswerOf<'listAccountNotifications'>[number]
/** A token of the token list. */
export type ListedToken = AnswerOf<'getTokenList'>['tokens'][number]
/** A wallet's affiliate code, and what was promised for it. */
export type AffiliateView = AnswerOf<'readAffiliate'>

/** Asks once for a quote on a network (its name or chain id), dated by the service's clock. */
export function fetchQuote(network: string, body: QuoteBody, options: CallOptions = {}) {
  return callDated('createQuote', { network, body }, { ...options, tries: 1 })
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
  const { order, ...consent } = submission
  return call('createOrder', { network, body: { ...order, ...consent } }, options)
}

/** Gives the service an app data document, under the hash of its bytes. */
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

/** An order by its uid. */
export function fetchOrder(network: string, uid: string, options: CallOptions = {}) {
  return call('readOrder', { network, params: { uid } }, options)
}

/** A page of an account's orders, newest first. */
export function fetchOrders(
  network: string,
  { owner, ...query }: { owner: Address; offset: number; limit: number },
  options: CallOptions = {},
) {
  return call('readAccountOrders', { network, params: { owner }, query }, options)
}

/** Orders by their uids, at most 128; those that are unknown are left out. */
export async function fetchOrdersByUids(
  network: string,
  uids: readonly string[],
  options: CallOptions = {},
): Promise<readonly OrderView[]> {
  const listed = await call('readOrdersByUids', { network, body: uids }, options)
  return listed.map(({ order }) => order)
}

/** Most orders or trades that one answer of the service lists. */
export const maxPageSize = 1_000

type TradesOf = { readonly owner: Address } | { readonly orderUid: string }

/** A page of an account's trades or of an order's, newest first; ten where no limit is given. */
export function fetchTrades(
  network: string,
  query: TradesOf & { readonly offset?: number; readonly limit?: number },
  options: CallOptions = {},
) {
  return call('listTradesByPage', { network, query }, options)
}

/** What an account's orders got above their limits so far, in wei of the native token. */
export async function fetchTotalSurplus(
  network: string,
  address: Address,
  options: CallOptions = {},
): Promise<bigint> {
  const answer = await call('readTotalSurplus', { network, params: { address } }, options)
  return BigInt(answer.totalSurplus)
}

/** An account's notifications, newest first, past the browser's cache; with `before`, those older than that one. */
export function fetchNotifications(
  account: Address,
  query: { readonly limit: number; readonly before?: string | undefined },
  options: CallOptions = {},
) {
  const input = { params: { account }, query }
  return call('listAccountNotifications', input, { ...options, fresh: true })
}

/** Binds an affiliate code to a wallet. A signature works once, so this is tried once. */
export function registerCode(body: BodyOf<'createAffiliate'>) {
  const { walletAddress } = body
  return call('createAffiliate', { params: { walletAddress }, body }, { tries: 1 })
}

/** The code of a wallet; {@link ApiError} 404 when it has none. */
export function fetchAffiliate(walletAddress: Address, options: CallOptions = {}) {
  return call('readAffiliate', { params: { walletAddress } }, { ...options, fresh: true })
}

/** A registered code; {@link ApiError} 404 when it is free. */
export function fetchCode(code: string, options: CallOptions = {}) {
  return call('readAffiliateCode', { params: { code } }, { ...options, fresh: true })
}

/** Listed tokens of the networks that are served. */
export async function fetchTokens(options: CallOptions = {}): Promise<readonly ListedToken[]> {
  return (await call('getTokenList', {}, options)).tokens
}

/** What one whole token is worth in US dollars. */
export async function fetchUsdPrice(
  network: string,
  tokenAddress: Address,
  options: CallOptions = {},
) {
  const input = { network, params: { tokenAddress } }
  return (await call('getUsdPrice', input, { ...options, tries: 1 })).price
}

/** An order to recommend slippage for. */
export type SlippageQuestion = Pick<CallInput<'getSlippageTolerance'>, 'params' | 'query'>

/** The slippage that the service recommends, in bps; {@link ApiError} 404 when it has no data. */
export async function fetchSlippageBps(
  network: string,
  question: SlippageQuestion,
  options: CallOptions = {},
) {
  const input = { network, ...question }
  return (await call('getSlippageTolerance', input, { ...options, tries: 1 })).slippageBps
}

/** Asks the faucet of an embedded network for tokens. */
export function askFaucet(network: string, address: Address) {
  return call('askFaucet', { network, body: { address } })
}

/** What an account holds of listed and tracked tokens, in atoms by address; null: the token does not answer. */
export async function fetchHeldBalances(
  network: string,
  account: Address,
  options: CallOptions = {},
) {
  const input = { network, params: { account } }
  return (await call('readHeldBalances', input, { ...options, fresh: true })).balances
}

/** What a token's contract says of it; {@link ApiError} 404 when there is no token. */
export function fetchTokenDetails(
  network: string,
  tokenAddress: Address,
  options: CallOptions = {},
) {
  return call('getTokenDetails', { network, params: { tokenAddress } }, options)
}

/** Why the service does not trade a token, in its words; null where it does. */
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
    // Without a price it may be traded all the same.
    if (error instanceof ApiError && error.status < 500) return null
    throw error
  }
}
