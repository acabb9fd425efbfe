import type { Address } from '@/lib/core/address'
import type { CandleInterval } from '@/lib/market/candles/candle'
import { type AnswerOf, type CallOptions, callDated } from './call'
import { ApiError, type Dated } from './request'

/** A candle in the API's format: US dollars, Unix seconds. */
export type CandleView = AnswerOf<'getCandles'>[number]

/** A holder in the API's format; the balance in atoms. */
export type HolderView = AnswerOf<'getTopHolders'>[number]

/** A pool in the API's format: fee and yield in percent, depth and daily volume in US dollars. */
export type PoolView = AnswerOf<'listPoolsOfToken'>[number]

/** Market figures of a listed token in the API's format; unknown ones are null. */
export type MarketOfToken = AnswerOf<'listMarketsOfTokens'>[number]

/** A token on a network (name or chain id). */
export type TokenOf = { readonly network: string; readonly token: Address }

/** The requested candles: from `from` until before `to`, in Unix seconds. */
export type CandleSpan = {
  readonly interval: CandleInterval
  readonly from: number
  readonly to: number
}

/** An order that needs a slippage recommendation: the token's amount in atoms, and the other token. */
export type SlippageCase = {
  readonly other: Address
  readonly kind: 'sell' | 'buy'
  readonly atoms: bigint
}

type Options = Pick<CallOptions, 'signal'>

/** The price of one whole token in US dollars, and its time. */
export type DatedPrice = Dated<AnswerOf<'getUsdPrice'>>

/** Fetches the price of one whole token in US dollars, and its time. */
export function fetchDatedPrice(
  { network, token }: TokenOf,
  options: Options = {},
): Promise<DatedPrice> {
  const input = { network, params: { tokenAddress: token } }
  return callDated('getUsdPrice', input, { ...options, tries: 2 })
}

/** Fetches a token's candles, oldest first. */
export function fetchCandles({ network, token }: TokenOf, span: CandleSpan, options: Options = {}) {
  const input = { network, params: { tokenAddress: token }, query: { ...span } }
  return callDated('getCandles', input, { ...options, tries: 2 })
}

/** Fetches a token's largest holders, largest first. */
export function fetchHolders({ network, token }: TokenOf, limit: number, options: Options = {}) {
  const input = { network, params: { tokenAddress: token }, query: { limit } }
  return callDated('getTopHolders', input, { ...options, tries: 2 })
}

/** Fetches the pools of a token, deepest first. */
export function fetchPools({ network, token }: TokenOf, limit: number, options: Options = {}) {
  const input = { network, query: { token, limit } }
  return callDated('listPoolsOfToken', input, { ...options, tries: 2 })
}

/** Fetches the recommended slippage, and its time. */
export function fetchSlippage({ network, token }: TokenOf, order: SlippageCase, options: Options) {
  const amount = order.kind === 'sell' ? 'sellAmount' : 'buyAmount'
  const input = {
    network,
    params: { baseTokenAddress: token, quoteTokenAddress: order.other },
    query: { orderKind: order.kind, [amount]: order.atoms },
  }
  return callDated('getSlippageTolerance', input, { ...options, tries: 2 })
}

/** Fetches the market figures of a network's listed tokens, the largest pools first. */
export async function fetchTokenMarkets(
  network: string,
  options: Options = {},
): Promise<readonly MarketOfToken[]> {
  return (await callDated('listMarketsOfTokens', { network }, { ...options, tries: 2 })).body
}

/** Returns whether an error means "not found", rather than "unavailable". */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}
