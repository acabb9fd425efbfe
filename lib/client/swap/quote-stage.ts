import type { QuoteFailure } from './quote-failure'
import { isSameKey, type QuoteKey, type QuoteOffer } from './quote-offer'
import { type QuoteState, refreshMs } from './quote-state'

/** The state of the form's price. */
export type QuoteStage =
  /** There is nothing to price. */
  | 'idle'
  /** The user is typing. */
  | 'debouncing'
  /** There is no price that may be signed; an estimate may be shown. */
  | 'loading'
  | 'firm'
  /** Firm, and a newer price is loading. */
  | 'refreshing'
  /** The price may no longer be signed. */
  | 'expired'
  | 'failed'

/** Derives the state of the price at a time of this machine's clock. */
export function quoteStage(state: QuoteState, nowMs: number): QuoteStage {
  const { key, activity, shown, failure } = state
  if (key === undefined) return 'idle'
  if (activity.at === 'settle') return 'debouncing'
  const isFirm = shown?.isFirm === true
  const isOver = isFirm && nowMs >= shown.offer.expiresAtMs
  // A valid price outlasts the failure of a refresh.
  if (activity.at === 'rest' && failure && (isOver || !isFirm)) return 'failed'
  if (!isFirm) return 'loading'
  if (isOver) return 'expired'
  return activity.at === 'rest' ? 'firm' : 'refreshing'
}

/** Returns whether the first price is loading. */
export function isPending({ stage }: Pick<QuoteView, 'stage'>): boolean {
  return stage === 'debouncing' || stage === 'loading'
}

/** The form's view of the price. */
export type QuoteView = {
  readonly stage: QuoteStage
  /** The offer to show, which matches the form. */
  readonly offer: QuoteOffer | undefined
  /** The offer, if it may be signed for exactly the form's state. */
  readonly signable: QuoteOffer | undefined
  /** Why there is none; undefined while retrying. */
  readonly failure: QuoteFailure | undefined
}

/** Derives the view of a price at stage `reached` for the form's state, which may be newer than the last request. */
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

/** Fraction of the time left until an offer's next refresh, 0 to 1. */
export const refreshLeft = ({ fetchedAtMs }: QuoteOffer, nowMs: number): number =>
  Math.min(1, Math.max(0, 1 - (nowMs - fetchedAtMs) / refreshMs))
