import type { QuoteFailure } from './quote-failure'
import { isSameKey, type QuoteKey, type QuoteOffer } from './quote-offer'
import { type QuoteState, refreshMs } from './quote-state'

/** Where the price of the form stands. */
export type QuoteStage =
  /** There is nothing to price. */
  | 'idle'
  /** The person is typing. */
  | 'debouncing'
  /** There is no price of this key that could be signed; an estimate may be shown. */
  | 'loading'
  | 'firm'
  /** Firm, and a newer price is on its way. */
  | 'refreshing'
  /** The price may no longer be signed. */
  | 'expired'
  | 'failed'

/** Where the price stands at a moment of this machine's clock. */
export function quoteStage(state: QuoteState, nowMs: number): QuoteStage {
  const { key, activity, shown, failure } = state
  if (key === undefined) return 'idle'
  if (activity.at === 'settle') return 'debouncing'
  const isFirm = shown?.isFirm === true
  const isOver = isFirm && nowMs >= shown.offer.expiresAtMs
  // A price that holds outlasts a failure to get the next one.
  if (activity.at === 'rest' && failure && (isOver || !isFirm)) return 'failed'
  if (!isFirm) return 'loading'
  if (isOver) return 'expired'
  return activity.at === 'rest' ? 'firm' : 'refreshing'
}

/** Whether a price is on its way that there was none of before. */
export function isPending({ stage }: Pick<QuoteView, 'stage'>): boolean {
  return stage === 'debouncing' || stage === 'loading'
}

/** What the form shows of a price. */
export type QuoteView = {
  readonly stage: QuoteStage
  /** The offer to show: it answers what the form says now. */
  readonly offer: QuoteOffer | undefined
  /** The offer, where it may be signed for exactly what the form says. */
  readonly signable: QuoteOffer | undefined
  /** Why there is none; undefined while it is tried again. */
  readonly failure: QuoteFailure | undefined
}

/** Looks at a price, which stands at `reached`, for what the form says, which may be newer than what has been asked. */
export function viewQuote(
  state: QuoteState,
  { key, reached }: { readonly key: QuoteKey | undefined; readonly reached: QuoteStage },
): QuoteView {
  const isAsked = key !== undefined && state.key !== undefined && isSameKey(key, state.key)
  const known = isAsked ? reached : 'loading'
  const stage = key === undefined ? 'idle' : known
  const isFirm = stage === 'firm' || stage === 'refreshing'
  const offer = isAsked && stage !== 'failed' ? state.shown?.offer : undefined
  return {
    stage,
    offer,
    signable: isFirm ? offer : undefined,
    failure: stage === 'failed' ? state.failure : undefined,
  }
}

/** Part of the time until the next refresh of an offer that is left, 0 to 1. */
export const refreshLeft = ({ fetchedAtMs }: QuoteOffer, nowMs: number): number =>
  Math.min(1, Math.max(0, 1 - (nowMs - fetchedAtMs) / refreshMs))
