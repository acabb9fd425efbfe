import { ApiError } from '@/lib/client/request'
import { type Address, parseAddress } from '@/lib/core/address'

/** Why there is no price. Spec: Quoting errors. */
export type QuoteTrouble =
  | 'too-small'
  | 'no-route'
  | 'unsupported-token'
  | 'invalid'
  /** The service has too much to do; it says itself when to come back. */
  | 'busy'
  /** It failed, or nothing was heard of it in time. */
  | 'down'

/** A failure to get a price. */
export type QuoteFailure = {
  readonly trouble: QuoteTrouble
  /** What the service said, for those who want to know. */
  readonly message: string
  /** Atoms of the sell token that the network cost takes, where that is more than there is. */
  readonly cost?: bigint
}

const troubles: Readonly<Record<string, QuoteTrouble>> = {
  SellAmountDoesNotCoverFee: 'too-small',
  NoLiquidity: 'no-route',
  UnsupportedToken: 'unsupported-token',
}

/** What a quote failed by; what is no answer of the service is a service that is down. */
export function readQuoteFailure(error: unknown): QuoteFailure {
  if (!(error instanceof ApiError)) return silence
  const { code, status, message, data } = error
  if (status === 429) return { trouble: 'busy', message }
  const trouble = troubles[code] ?? (status >= 500 ? 'down' : 'invalid')
  const cost = trouble === 'too-small' ? readCost(data.fee_amount) : undefined
  return { trouble, message, ...(cost !== undefined && { cost }) }
}

const readCost = (wire: unknown): bigint | undefined =>
  typeof wire === 'string' && /^0x[0-9a-f]{1,64}$/i.test(wire) ? BigInt(wire) : undefined

/**
 * Atoms of the sell token to suggest where an amount does not cover the network cost: twice the cost, which rises and
 * falls, rounded up to two digits that count.
 */
export function suggestedLeast(cost: bigint): bigint {
  const twice = cost * 2n
  const unit = 10n ** BigInt(Math.max(0, String(twice).length - 2))
  return ((twice + unit - 1n) / unit) * unit
}

/** The token that the service says it does not trade, where that is what the price failed by. */
export function refusedToken(failure: QuoteFailure | undefined): Address | undefined {
  if (failure?.trouble !== 'unsupported-token') return undefined
  return parseAddress(/(0x[0-9a-f]{40})\)? is not supported/i.exec(failure.message)?.[1] ?? '')
}

/** Nothing was heard of the service. */
export const silence: QuoteFailure = { trouble: 'down', message: '' }

/** Whether asking for the very same may be answered otherwise, without anybody doing anything. */
export function mayPass({ trouble }: QuoteFailure): boolean {
  return trouble === 'busy' || trouble === 'down'
}
