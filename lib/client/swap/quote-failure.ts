import { ApiError } from '@/lib/client/request'
import { type Address, parseAddress } from '@/lib/core/address'

/** Why there is no price. Spec: Quoting errors. */
export type QuoteTrouble =
  | 'too-small'
  | 'no-route'
  | 'unsupported-token'
  | 'invalid'
  /** The service is overloaded and sends Retry-After. */
  | 'busy'
  /** The service failed or timed out. */
  | 'down'

/** A failed quote. */
export type QuoteFailure = {
  readonly trouble: QuoteTrouble
  /** The service's message, as details. */
  readonly message: string
  /** The network cost in sell-token atoms, if it exceeds the amount. */
  readonly cost?: bigint
}

const troubles: Readonly<Record<string, QuoteTrouble>> = {
  SellAmountDoesNotCoverFee: 'too-small',
  NoLiquidity: 'no-route',
  UnsupportedToken: 'unsupported-token',
}

/** Classifies a failed quote; anything but an answer of the service counts as an outage. */
export function readQuoteFailure(error: unknown): QuoteFailure {
  if (!(error instanceof ApiError)) return noAnswer
  const { code, status, message, data } = error
  if (status === 429) return { trouble: 'busy', message }
  const trouble = troubles[code] ?? (status >= 500 ? 'down' : 'invalid')
  const cost = trouble === 'too-small' ? readCost(data.fee_amount) : undefined
  return { trouble, message, ...(cost !== undefined && { cost }) }
}

const readCost = (wire: unknown): bigint | undefined =>
  typeof wire === 'string' && /^0x[0-9a-f]{1,64}$/i.test(wire) ? BigInt(wire) : undefined

/**
 * The suggested minimum amount in sell-token atoms: twice the network cost, which fluctuates, rounded up to two
 * significant digits.
 */
export function suggestedMinimum(cost: bigint): bigint {
  const twice = cost * 2n
  const unit = 10n ** BigInt(Math.max(0, String(twice).length - 2))
  return ((twice + unit - 1n) / unit) * unit
}

/** The token that the service does not trade, if that is the failure. */
export function refusedToken(failure: QuoteFailure | undefined): Address | undefined {
  if (failure?.trouble !== 'unsupported-token') return undefined
  return parseAddress(/(0x[0-9a-f]{40})\)? is not supported/i.exec(failure.message)?.[1] ?? '')
}

/** No answer from the service. */
export const noAnswer: QuoteFailure = { trouble: 'down', message: '' }

/** Returns whether the same request may succeed later. */
export function isRetryable({ trouble }: QuoteFailure): boolean {
  return trouble === 'busy' || trouble === 'down'
}
