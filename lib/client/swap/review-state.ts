import { ApiError } from '@/lib/client/request'
import { SigningError, type SigningErrorCode } from '@/lib/client/signing-error'
import { isDeclined } from '@/lib/client/wallet/is-declined'
import { compareOffers, type OrderOffer } from './quote-offer'
import { RecipientError } from './recipient'

/** Why a review was closed. */
export type LeaveReason =
  | 'closed'
  | 'other-account'
  | 'other-network'
  | 'disconnected'
  /** The balance is less than the sell amount. */
  | 'balance'
  | 'amount'
  /** The recipient's name leads to another address now. */
  | 'recipient'

/** The progress from review to acceptance. */
export type ReviewPhase =
  | { readonly at: 'review'; readonly failure?: ReviewFailure }
  /** The wallet is asked; answers to an older `id` are ignored. */
  | { readonly at: 'signing'; readonly id: number; readonly isLate: boolean }
  /** Signed; the order is being submitted, with retries of the same signature. */
  | {
      readonly at: 'posting'
      readonly id: number
      /** Seconds until the next attempt. */
      readonly retrySeconds?: number
      /** The service has not answered for a minute. */
      readonly isLate?: true
    }
  | { readonly at: 'placed' }
  /** This wallet cannot place orders here. */
  | { readonly at: 'forbidden' }
  | { readonly at: 'left'; readonly why: LeaveReason }

/** A review: the displayed quote and the progress. */
export type ReviewState = {
  /** The displayed quote, which is signed. */
  readonly seen: OrderOffer
  /** The newest quote that may be signed; undefined while it is loading. */
  readonly live: OrderOffer | undefined
  /** What was displayed before the price improved; undefined if it has not. */
  readonly improvedFrom: OrderOffer | undefined
  readonly phase: ReviewPhase
}

/** Events of a review. */
export type ReviewEvent =
  | { readonly type: 'offer'; readonly offer: OrderOffer | undefined }
  /** The owner accepts the newer, worse price. */
  | { readonly type: 'accept' }
  | { readonly type: 'sign'; readonly id: number }
  /** The wallet or the service has not answered for a minute. */
  | { readonly type: 'late'; readonly id: number }
  | { readonly type: 'signed'; readonly id: number }
  | { readonly type: 'retry'; readonly id: number; readonly seconds: number }
  | { readonly type: 'place'; readonly id: number }
  | { readonly type: 'fail'; readonly id: number; readonly failure: ReviewFailure }
  /** The owner cancels a submission during its retries. */
  | { readonly type: 'stop' }
  | { readonly type: 'leave'; readonly why: LeaveReason }

/** Opens the review of an offer. */
export function startReview(offer: OrderOffer): ReviewState {
  return { seen: offer, live: offer, improvedFrom: undefined, phase: { at: 'review' } }
}

/** Returns whether the newest price is worse than the displayed one. */
export function isWorse({ seen, live }: ReviewState): boolean {
  return live !== undefined && compareOffers(seen, live) === 'worse'
}

/** Applies an event; adopts a price that is not worse, unless the wallet has been asked. */
export function nextReview(state: ReviewState, event: ReviewEvent): ReviewState {
  return takeOffer(event.type === 'offer' ? { ...state, live: event.offer } : move(state, event))
}

type Move = Exclude<ReviewEvent, { readonly type: 'offer' }>

function move(state: ReviewState, event: Move): ReviewState {
  const { phase, live, seen } = state
  switch (event.type) {
    case 'accept':
      return phase.at === 'review' && live
        ? { ...state, seen: live, improvedFrom: undefined }
        : state
    case 'sign':
      return phase.at === 'signing' || (phase.at === 'review' && live === seen)
        ? { ...state, phase: { at: 'signing', id: event.id, isLate: false } }
        : state
    case 'stop':
      return phase.at === 'posting' ? { ...state, phase: { at: 'review' } } : state
    case 'leave':
      return canLeave(phase, event.why) ? leave(state, event.why) : state
    default:
      return 'id' in phase && phase.id === event.id ? advance(state, event) : state
  }
}

type Answer = Extract<Move, { readonly id: number }>

function advance(state: ReviewState, event: Exclude<Answer, { readonly type: 'sign' }>) {
  const { phase } = state
  const { id } = event
  if (event.type === 'fail') return afterFailure(state, event.failure)
  if (phase.at === 'signing') {
    if (event.type === 'late') return { ...state, phase: { ...phase, isLate: true } }
    return event.type === 'signed' ? { ...state, phase: { at: 'posting', id } as const } : state
  }
  if (phase.at !== 'posting') return state
  switch (event.type) {
    case 'place':
      return { ...state, phase: { at: 'placed' } as const }
    case 'late':
      return { ...state, phase: { ...phase, isLate: true } as const }
    case 'retry':
      return { ...state, phase: { at: 'posting', id, retrySeconds: event.seconds } as const }
    default:
      return state
  }
}

/** Returns whether the owner can cancel a signed order's submission: the service is overloaded or silent. */
export const canStop = (phase: ReviewPhase): boolean =>
  phase.at === 'posting' && (phase.retrySeconds !== undefined || phase.isLate === true)

const leaves: Partial<Record<ReviewFailure, LeaveReason>> = {
  'other-account': 'other-account',
  balance: 'balance',
  amount: 'amount',
  recipient: 'recipient',
}

function afterFailure(state: ReviewState, failure: ReviewFailure): ReviewState {
  if (failure === 'forbidden') return { ...state, phase: { at: 'forbidden' } }
  const why = leaves[failure]
  return why ? leave(state, why) : { ...state, phase: { at: 'review', failure } }
}

const leave = (state: ReviewState, why: LeaveReason): ReviewState => ({
  ...state,
  phase: { at: 'left', why },
})

/**
 * A signed order continues whatever the wallet does; the review cannot be closed during a wallet request, unless the
 * wallet is silent.
 */
function canLeave(phase: ReviewPhase, why: LeaveReason): boolean {
  const { at } = phase
  if (at === 'posting' || at === 'placed' || at === 'left') return false
  return why !== 'closed' || at !== 'signing' || phase.isLate
}

function takeOffer(state: ReviewState): ReviewState {
  const { seen, live, phase } = state
  if (phase.at !== 'review' || live === undefined || live === seen) return state
  const comparison = compareOffers(seen, live)
  if (comparison === 'worse') return state
  const improvedFrom = state.improvedFrom ?? (comparison === 'better' ? seen : undefined)
  return { ...state, seen: live, improvedFrom }
}

/** Why an order failed between review and acceptance. Spec: Signing errors, Submission errors. */
export type ReviewFailure =
  /** The owner declined in the wallet. */
  | 'declined'
  /** The wallet is on another network than the order. */
  | 'other-network'
  /** The wallet signs for another account than the order's. */
  | 'other-account'
  /** The result is not a signature of this order. */
  | 'other-signature'
  | 'balance'
  | 'allowance'
  | 'expired'
  /** An amount exceeds the contract's range. */
  | 'amount'
  | 'app-data'
  /** The recipient's name leads to another address now. */
  | 'recipient'
  /** This wallet may not place orders here. */
  | 'forbidden'
  /** The service failed, is overloaded, or did not answer. */
  | 'down'
  /** The service or the wallet refused with a message of its own. */
  | 'refused'

const signing: Readonly<Record<SigningErrorCode, ReviewFailure>> = {
  'other-network': 'other-network',
  'other-domain': 'refused',
  'other-account': 'other-account',
  'other-signature': 'other-signature',
  'no-signature': 'other-signature',
  'not-taken': 'other-signature',
  'does-not-fit': 'refused',
}

const refusals: Readonly<Record<string, ReviewFailure>> = {
  InvalidSignature: 'other-signature',
  InsufficientBalance: 'balance',
  InsufficientAllowance: 'allowance',
  OrderExpired: 'expired',
  InsufficientValidTo: 'expired',
  SellAmountOverflow: 'amount',
  BuyAmountOverflow: 'amount',
  InvalidAppData: 'app-data',
  AppdataFromMismatch: 'app-data',
  Forbidden: 'forbidden',
}

/** Classifies a failed order. */
export function readReviewFailure(error: unknown): ReviewFailure {
  if (error instanceof SigningError) return signing[error.code]
  if (error instanceof RecipientError) return error.reason === 'changed' ? 'recipient' : 'down'
  if (error instanceof ApiError) {
    const { code, status } = error
    return refusals[code] ?? (status >= 500 || status === 429 ? 'down' : 'refused')
  }
  if (isDeclined(error)) return 'declined'
  return error instanceof TypeError ? 'down' : 'refused'
}
