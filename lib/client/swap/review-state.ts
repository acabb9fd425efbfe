import { compareOffers, type OrderOffer } from './quote-offer'
import type { ReviewFailure } from './review-failure'

/** Why a review was left for the form. */
export type LeaveReason =
  | 'closed'
  | 'other-account'
  | 'other-network'
  | 'disconnected'
  /** The account holds less than the order gives. */
  | 'balance'
  | 'amount'

/** Where the way from review to acceptance stands. */
export type ReviewPhase =
  | { readonly at: 'review'; readonly failure?: ReviewFailure }
  /** The wallet is asked; answers to an older `id` are of no interest. */
  | { readonly at: 'signing'; readonly id: number; readonly isLate: boolean }
  /** Signed; the service is given the order, again and again with the same signature. */
  | {
      readonly at: 'posting'
      readonly id: number
      /** Seconds until the next try. */
      readonly retrySeconds?: number
      /** The service has not answered for a minute. */
      readonly isLate?: true
    }
  | { readonly at: 'placed' }
  /** This wallet can place no orders here. */
  | { readonly at: 'forbidden' }
  | { readonly at: 'left'; readonly why: LeaveReason }

/** A review: what its owner looks at, and how far it is. */
export type ReviewState = {
  /** The offer that is looked at, and signed. */
  readonly seen: OrderOffer
  /** The newest offer that may be signed; undefined while it is on its way. */
  readonly live: OrderOffer | undefined
  /** Whether the price has become better since the review was opened. */
  readonly isImproved: boolean
  readonly phase: ReviewPhase
}

/** What happens to a review. */
export type ReviewEvent =
  | { readonly type: 'offer'; readonly offer: OrderOffer | undefined }
  /** The owner takes the newer, worse price. */
  | { readonly type: 'accept' }
  | { readonly type: 'sign'; readonly id: number }
  /** The wallet, or the service, has not answered for a minute. */
  | { readonly type: 'late'; readonly id: number }
  | { readonly type: 'signed'; readonly id: number }
  | { readonly type: 'retry'; readonly id: number; readonly seconds: number }
  | { readonly type: 'place'; readonly id: number }
  | { readonly type: 'fail'; readonly id: number; readonly failure: ReviewFailure }
  /** The owner gives a submission up that is being tried again. */
  | { readonly type: 'stop' }
  | { readonly type: 'leave'; readonly why: LeaveReason }

/** The review of an offer. */
export function startReview(offer: OrderOffer): ReviewState {
  return { seen: offer, live: offer, isImproved: false, phase: { at: 'review' } }
}

/** Whether the newest price is worse than the one that is looked at. */
export function isWorse({ seen, live }: ReviewState): boolean {
  return live !== undefined && compareOffers(seen, live) === 'worse'
}

/** The review after an event; a price that is not worse is taken, unless the wallet has been asked. */
export function nextReview(state: ReviewState, event: ReviewEvent): ReviewState {
  return takeOffer(event.type === 'offer' ? { ...state, live: event.offer } : move(state, event))
}

type Move = Exclude<ReviewEvent, { readonly type: 'offer' }>

function move(state: ReviewState, event: Move): ReviewState {
  const { phase, live, seen } = state
  switch (event.type) {
    case 'accept':
      return phase.at === 'review' && live ? { ...state, seen: live, isImproved: false } : state
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

/** Whether its owner can give up what was signed: the service is busy, or keeps silent. */
export const canStop = (phase: ReviewPhase): boolean =>
  phase.at === 'posting' && (phase.retrySeconds !== undefined || phase.isLate === true)

const leaves: Partial<Record<ReviewFailure, LeaveReason>> = {
  'other-account': 'other-account',
  balance: 'balance',
  amount: 'amount',
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
 * What is signed goes on whatever the wallet does; its owner cannot close what the wallet was asked, unless that keeps
 * silent.
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
  return { ...state, seen: live, isImproved: state.isImproved || comparison === 'better' }
}
