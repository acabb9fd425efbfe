import type { Address } from '@/lib/core/address'
import type { CandleInterval } from '@/lib/market/candles/candle'
import { type AnswerOf, type CallOptions, callDated } from './call'
import { ApiError } from './request'

/** A candle as the API shows it: US dollars, Unix seconds. */
export type CandleView = AnswerOf<'getCandles'>[number]

/** A holder as the API shows it; the balance in atoms. */
export type HolderView = AnswerOf<'getTopHolders'>[number]

/** A pool as the API shows it: fee and yield in percent, depth and the volume of a day in US dollars. */
export type PoolView = AnswerOf<'listPoolsOfToken'>[number]

/** A token of a network (its name or chain id). */
export type TokenOf = { readonly network: string; readonly token: Address }

/** Which candles: those that begin from `from` to before `to`, Unix seconds. */
export type CandleSpan = {
  readonly interval: CandleInterval
  readonly from: number
  readonly to: number
}

/** An order to expect slippage for: so many atoms of the token, sold for or bought with `other`. */
export type SlippageCase = {
  readonly other: Address
  readonly kind: 'sell' | 'buy'
  readonly atoms: bigint
}

type Options = Pick<CallOptions, 'signal'>

/** What one whole token is worth in US dollars, and since when. */
export function fetchDatedPrice({ network, token }: TokenOf, options: Options = {}) {
  const input = { network, params: { tokenAddress: token } }
  return callDated('getUsdPrice', input, { ...options, tries: 2 })
}

/** Candles of a token, oldest first. */
export function fetchCandles({ network, token }: TokenOf, span: CandleSpan, options: Options = {}) {
  const input = { network, params: { tokenAddress: token }, query: { ...span } }
  return callDated('getCandles', input, { ...options, tries: 2 })
}

/** The largest holders of a token, the largest first. */
export function fetchHolders({ network, token }: TokenOf, limit: number, options: Options = {}) {
  const input = { network, params: { tokenAddress: token }, query: { limit } }
  return callDated('getTopHolders', input, { ...options, tries: 2 })
}

/** The pools that hold a token, the deepest first. */
export function fetchPools({ network, token }: TokenOf, limit: number, options: Options = {}) {
  const input = { network, query: { token, limit } }
  return callDated('listPoolsOfToken', input, { ...options, tries: 2 })
}

/** The slippage to grant in an order, and since when. */
export function fetchSlippage({ network, token }: TokenOf, order: SlippageCase, options: Options) {
  const amount = order.kind === 'sell' ? 'sellAmount' : 'buyAmount'
  const input = {
    network,
    params: { baseTokenAddress: token, quoteTokenAddress: order.other },
    query: { orderKind: order.kind, [amount]: order.atoms },
  }
  return callDated('getSlippageTolerance', input, { ...options, tries: 2 })
}

/** Whether an error is the service's "there is none", rather than "I cannot tell now". */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}
