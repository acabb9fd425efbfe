import { isRetryable, noAnswer, type QuoteFailure } from './quote-failure'
import { isSameKey, type QuoteKey, type QuoteOffer } from './quote-offer'

/** Pause after the last keystroke. */
const debounceMs = 300
/** Minimum milliseconds between quote requests. */
export const refreshMs = 30_000
/** On return to the page, an older quote is refreshed at once. */
const staleMs = 10_000
/** Timeout of a quote in milliseconds. */
const timeoutMs = 6_000
/** Attempts while the service is down, within the timeout. */
const maxAttempts = 3
/** After a failure the next quote is requested this many milliseconds later, so that a short outage ends by itself. */
const retryFailedMs = 10_000

/** The activity of a quote. */
export type QuoteActivity =
  /** Idle; a failed quote is retried at `retryAtMs`, a successful one is refreshed when due. */
  | { readonly at: 'rest'; readonly retryAtMs: number }
  /** The user may still be typing. */
  | { readonly at: 'settle'; readonly untilMs: number }
  /** Requested; `try` counts from 1. Answers with another `id` are ignored. */
  | { readonly at: 'ask'; readonly id: number; readonly try: number }
  /** Attempt `try` follows after a pause. */
  | { readonly at: 'wait'; readonly untilMs: number; readonly try: number }

/** A quote and its key. */
export type ShownOffer = {
  readonly key: QuoteKey
  readonly offer: QuoteOffer
  /** False for an initial estimate, which must not be signed. */
  readonly isFirm: boolean
}

/** All state of the form's quote. */
export type QuoteState = {
  readonly key: QuoteKey | undefined
  readonly activity: QuoteActivity
  /** Start of the current attempts. */
  readonly startedMs: number
  /** The newest quote of this key. */
  readonly shown: ShownOffer | undefined
  /** Why the last attempt for this key failed. */
  readonly failure: QuoteFailure | undefined
  /** Number of requests so far. */
  readonly requestCount: number
  /** Whether the page is visible and online; otherwise nothing is requested. */
  readonly isVisible: boolean
  readonly isOnline: boolean
}

/** Events of a quote, each with its time by this machine's clock. */
export type QuoteEvent = { readonly nowMs: number } & (
  | { readonly type: 'form'; readonly key: QuoteKey | undefined; readonly isTyping: boolean }
  | { readonly type: 'wake' }
  | {
      readonly type: 'answer'
      readonly id: number
      readonly offer: QuoteOffer
      readonly isFirm: boolean
    }
  | {
      readonly type: 'fail'
      readonly id: number
      readonly failure: QuoteFailure
      /** Milliseconds until the next attempt, if there is one. */
      readonly waitMs: number
    }
  | { readonly type: 'page'; readonly isVisible: boolean; readonly isOnline: boolean }
  /** The window got the focus; it may have been visible all along. */
  | { readonly type: 'focus' }
  | { readonly type: 'retry' }
)

/** The initial state. */
export const noQuote: QuoteState = {
  key: undefined,
  activity: { at: 'rest', retryAtMs: 0 },
  startedMs: 0,
  shown: undefined,
  failure: undefined,
  requestCount: 0,
  isVisible: true,
  isOnline: true,
}

/** Applies an event. */
export function nextQuote(state: QuoteState, event: QuoteEvent): QuoteState {
  switch (event.type) {
    case 'form':
      return afterForm(state, event)
    case 'wake':
      return afterWake(state, event.nowMs)
    case 'answer':
      return isAwaited(state, event.id) ? afterAnswer(state, event) : state
    case 'fail':
      return isAwaited(state, event.id) ? afterFailure(state, event) : state
    case 'page':
      return afterPage(state, event)
    case 'focus':
      return askIfOld(state, event.nowMs)
    case 'retry':
      return state.key === undefined ? state : ask(state, event)
  }
}

/** Returns when the state changes by itself without further events; undefined: never. */
export function quoteWakesAt(state: QuoteState): number | undefined {
  const { key, activity, startedMs, shown, failure } = state
  if (key === undefined || isPaused(state)) return undefined
  switch (activity.at) {
    case 'settle':
    case 'wait':
      return activity.untilMs
    case 'ask':
      return startedMs + timeoutMs
    case 'rest':
      if (failure) return isRetryable(failure) ? activity.retryAtMs : undefined
      return shown && shown.offer.fetchedAtMs + refreshMs
  }
}

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
  // A valid price stays shown after a failed refresh.
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

type Of<T extends QuoteEvent['type']> = Extract<QuoteEvent, { readonly type: T }>

const isPaused = ({ isVisible, isOnline }: QuoteState): boolean => !isVisible || !isOnline

const isAwaited = ({ activity }: QuoteState, id: number): boolean =>
  activity.at === 'ask' && activity.id === id

/** Requests a quote now, or as soon as the page is visible and online again. */
function ask(state: QuoteState, { nowMs, count = 1 }: { nowMs: number; count?: number }) {
  if (isPaused(state)) {
    return { ...state, activity: { at: 'wait', untilMs: nowMs, try: count } as const }
  }
  const requestCount = state.requestCount + 1
  return {
    ...state,
    ...{ requestCount, startedMs: count === 1 ? nowMs : state.startedMs },
    activity: { at: 'ask', id: requestCount, try: count } as const,
  }
}

function afterForm(state: QuoteState, { key, isTyping, nowMs }: Of<'form'>): QuoteState {
  if (key === undefined) {
    if (state.key === undefined) return state
    const { requestCount, isVisible, isOnline } = state
    return { ...noQuote, requestCount, isVisible, isOnline }
  }
  if (state.key && isSameKey(state.key, key)) return state
  const changed = { ...state, key, shown: undefined, failure: undefined }
  if (!isTyping) return ask(changed, { nowMs })
  return { ...changed, activity: { at: 'settle', untilMs: nowMs + debounceMs } }
}

function afterWake(state: QuoteState, nowMs: number): QuoteState {
  const wakesAt = quoteWakesAt(state)
  if (wakesAt === undefined || nowMs < wakesAt) return state
  const { activity, startedMs } = state
  // After the machine slept through a pause or an answer, it starts over.
  if (activity.at !== 'ask') {
    const goesOn = activity.at === 'wait' && nowMs < startedMs + timeoutMs
    return ask(state, { nowMs, count: goesOn ? activity.try : 1 })
  }
  if (nowMs >= startedMs + 2 * timeoutMs) return ask(state, { nowMs })
  const failure = state.failure ?? noAnswer
  return afterFailure(state, { id: activity.id, failure, waitMs: 0, nowMs })
}

function afterAnswer(state: QuoteState, { offer, isFirm, nowMs }: Of<'answer'>): QuoteState {
  const { key, shown } = state
  if (key === undefined) return state
  const updated = isFirm || !shown?.isFirm ? { ...state, shown: { key, offer, isFirm } } : state
  if (!isFirm) return updated
  return { ...updated, failure: undefined, activity: { at: 'rest', retryAtMs: nowMs } }
}

function afterFailure(state: QuoteState, event: Omit<Of<'fail'>, 'type'>): QuoteState {
  const { failure, waitMs, nowMs } = event
  const count = state.activity.at === 'ask' ? state.activity.try : 1
  const failed = { ...state, failure }
  // Being offline is no failure of the service.
  if (isPaused(state)) return ask(state, { nowMs, count })
  const untilMs = nowMs + waitMs
  const rest = { at: 'rest', retryAtMs: Math.max(untilMs, nowMs + retryFailedMs) } as const
  if (!isRetryable(failure)) return { ...failed, shown: undefined, activity: rest }
  const isLast = failure.trouble === 'down' && count >= maxAttempts
  if (isLast || untilMs >= state.startedMs + timeoutMs) return { ...failed, activity: rest }
  return { ...failed, activity: { at: 'wait', untilMs, try: count + 1 } }
}

function afterPage(state: QuoteState, { isVisible, isOnline, nowMs }: Of<'page'>): QuoteState {
  if (state.isVisible === isVisible && state.isOnline === isOnline) return state
  const changed = { ...state, isVisible, isOnline, startedMs: nowMs }
  return isPaused(state) ? askIfOld(changed, nowMs) : changed
}

/** Requests a quote when the user returns to an old one, or to a failure that may have passed. */
function askIfOld(state: QuoteState, nowMs: number): QuoteState {
  const { key, activity, shown, failure } = state
  if (isPaused(state) || activity.at !== 'rest' || key === undefined) return state
  if (failure) return isRetryable(failure) ? ask(state, { nowMs }) : state
  const age = nowMs - (shown?.offer.fetchedAtMs ?? 0)
  return age > staleMs ? ask(state, { nowMs }) : state
}
