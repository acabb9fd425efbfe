import type { Translator } from '@/lib/client/i18n/translator'
import { isDeclined } from '@/lib/client/wallet/is-declined'
import type { Hex } from '@/lib/core/bytes'
import type { OrderStatus } from '@/lib/core/order'

/** How orders are cancelled: by a signature sent to the service, or by a transaction, which is binding for everyone. */
export type CancelWay = 'signature' | 'transaction'

/** The final state of an order whose cancellation was requested. */
export type CancelOutcome = 'cancelled' | 'filled' | 'expired'

/** The progress of a cancellation. */
export type CancelStep =
  | { readonly at: 'closed' }
  | ({ readonly at: 'asking'; readonly trouble?: CancelTrouble } & CancelRequest)
  /** The wallet is asked; answers to an older `id` are ignored. */
  | ({ readonly at: 'wallet'; readonly id: number } & CancelRequest)
  /** The service or the chain has received the cancellation. */
  | ({ readonly at: 'sent'; readonly id: number } & CancelRequest)
  /** It was accepted; the orders' final states are pending. */
  | { readonly at: 'accepted'; readonly uids: readonly Hex[] }

type CancelRequest = { readonly uids: readonly Hex[]; readonly way: CancelWay }

/** The cancellations of an order list. */
export type CancelState = {
  readonly step: CancelStep
  /** Orders with an accepted cancellation, until the service reports their final state. */
  readonly requested: ReadonlySet<Hex>
  /** Final states of the requested orders. */
  readonly outcomes: ReadonlyMap<Hex, CancelOutcome>
}

/** Events of cancellations. */
export type CancelEvent =
  | { readonly type: 'open'; readonly uids: readonly Hex[]; readonly way: CancelWay }
  | { readonly type: 'choose'; readonly way: CancelWay }
  | { readonly type: 'ask'; readonly id: number }
  /** The wallet has signed, or sent the transaction. */
  | { readonly type: 'send'; readonly id: number }
  /** The service has confirmed, or the transaction is mined. */
  | { readonly type: 'accept'; readonly id: number }
  | {
      readonly type: 'fail'
      readonly id: number
      readonly uids: readonly Hex[]
      readonly trouble: CancelTrouble
    }
  /** A transaction that was pending before a reload is tracked again. */
  | { readonly type: 'resume'; readonly uid: Hex }
  /** That transaction failed, or has been pending for long. */
  | { readonly type: 'lose'; readonly uid: Hex }
  /** The service's current view of orders. */
  | { readonly type: 'learn'; readonly orders: readonly KnownOrder[] }
  | { readonly type: 'close' }

/** An order's state at the service. */
export type KnownOrder = { readonly uid: Hex; readonly status: OrderStatus }

/** The initial state: no cancellation. */
export const noCancellation: CancelState = {
  step: { at: 'closed' },
  requested: new Set(),
  outcomes: new Map(),
}

/** Applies an event. */
export function nextCancel(state: CancelState, event: CancelEvent): CancelState {
  const { step } = state
  switch (event.type) {
    case 'open':
      return event.uids.length === 0 || isBusy(step)
        ? state
        : { ...state, step: { at: 'asking', uids: event.uids, way: event.way } }
    case 'choose':
      // One transaction cancels one order.
      return step.at === 'asking' && (event.way === 'signature' || step.uids.length === 1)
        ? { ...state, step: { at: 'asking', uids: step.uids, way: event.way } }
        : state
    case 'ask':
      return step.at === 'asking'
        ? { ...state, step: { at: 'wallet', id: event.id, uids: step.uids, way: step.way } }
        : state
    case 'resume':
      return { ...state, requested: requestedWith(state, [event.uid]) }
    case 'lose':
      return withoutRequested(state, [event.uid])
    case 'learn':
      return afterStatuses(state, event.orders)
    case 'close':
      // A sent cancellation continues.
      return {
        ...state,
        step: { at: 'closed' },
        requested: step.at === 'sent' ? requestedWith(state, step.uids) : state.requested,
      }
    default:
      return afterAnswer(state, event)
  }
}

/** Returns whether the wallet or the service is busy with it. */
export function isBusy({ at }: CancelStep): boolean {
  return at === 'wallet' || at === 'sent'
}

type Answer = Extract<CancelEvent, { readonly type: 'send' | 'accept' | 'fail' }>

function afterAnswer(state: CancelState, event: Answer): CancelState {
  const { step } = state
  if ((step.at !== 'wallet' && step.at !== 'sent') || step.id !== event.id) {
    return event.type === 'fail' ? withoutRequested(state, event.uids) : state
  }
  const { uids, way, id } = step
  if (event.type === 'send') return { ...state, step: { at: 'sent', id, uids, way } }
  if (event.type === 'fail') {
    const { trouble } = event
    return { ...state, step: withoutEnded({ at: 'asking', uids, way, trouble }, state.outcomes) }
  }
  return { ...state, requested: requestedWith(state, uids), step: overStep(uids) }
}

/** A single order shows its result in its row; several are listed. */
const overStep = (uids: readonly Hex[]): CancelStep =>
  uids.length === 1 ? { at: 'closed' } : { at: 'accepted', uids }

function requestedWith(state: CancelState, uids: readonly Hex[]): ReadonlySet<Hex> {
  return new Set([...state.requested, ...uids.filter((uid) => !state.outcomes.has(uid))])
}

/** If the dialog was closed before the failure, nothing more is requested. */
function withoutRequested(state: CancelState, uids: readonly Hex[]): CancelState {
  if (!uids.some((uid) => state.requested.has(uid))) return state
  return { ...state, requested: new Set([...state.requested].filter((uid) => !uids.includes(uid))) }
}

const outcomeOf: Record<OrderStatus, CancelOutcome | undefined> = {
  open: undefined,
  fulfilled: 'filled',
  expired: 'expired',
  cancelled: 'cancelled',
}

/**
 * A fill takes precedence over a cancellation, even if it becomes known later. Orders that ended before the wallet was
 * asked again are not requested again.
 */
function afterStatuses(state: CancelState, orders: readonly KnownOrder[]): CancelState {
  const asked = new Set('uids' in state.step ? state.step.uids : [])
  const news = orders.flatMap(({ uid, status }) => {
    const outcome = outcomeOf[status]
    const isOurs = asked.has(uid) || state.requested.has(uid) || state.outcomes.has(uid)
    const isNew = outcome !== undefined && state.outcomes.get(uid) !== outcome
    return isOurs && isNew ? [[uid, outcome] as const] : []
  })
  if (news.length === 0) return state
  const outcomes = new Map([...state.outcomes, ...news])
  const requested = new Set([...state.requested].filter((uid) => !outcomes.has(uid)))
  return { step: afterOutcomes(state.step, outcomes), requested, outcomes }
}

/** A sent cancellation ends once all its orders have ended, whatever id the wallet uses. */
function afterOutcomes(step: CancelStep, ended: ReadonlyMap<Hex, CancelOutcome>): CancelStep {
  if (step.at !== 'sent') return withoutEnded(step, ended)
  return step.uids.every((uid) => ended.has(uid)) ? overStep(step.uids) : step
}

function withoutEnded(step: CancelStep, ended: ReadonlyMap<Hex, CancelOutcome>): CancelStep {
  if (step.at !== 'asking') return step
  const uids = step.uids.filter((uid) => !ended.has(uid))
  if (uids.length === step.uids.length) return step
  if (uids.length === 0) return overStep(step.uids)
  return { ...step, uids }
}

/** Why a cancellation failed. */
export type CancelTrouble =
  | 'declined'
  /** The wallet does not know the network. */
  | 'unknownNetwork'
  /** The signer is not the owner. */
  | 'wrongSigner'
  /** The order was presigned, and must be cancelled on-chain. */
  | 'onChainOrder'
  /** One of the orders has ended: the service cancels all of a list or none. */
  | 'someEnded'
  /** The transaction failed, or its owner replaced it. */
  | 'reverted'
  /** The wallet, the service or the chain did not answer. */
  | 'failed'

const endedCodes: ReadonlySet<unknown> = new Set([
  'OrderFullyExecuted',
  'AlreadyCancelled',
  'OrderExpired',
])

/** Classifies a failed cancellation. Spec: States and transitions; 4001 and 4902 are wallet error codes. */
export function cancelTrouble(error: {
  readonly code?: number | string
  readonly reason?: string
  readonly message: string
}): CancelTrouble {
  const { code, reason } = error
  if (isDeclined(error) || code === 4001) return 'declined'
  if (endedCodes.has(code)) return 'someEnded'
  if (code === 4902) return 'unknownNetwork'
  if (code === 'OnChainOrder') return 'onChainOrder'
  if (reason === 'wrong-signer' || code === 'InvalidSignature') return 'wrongSigner'
  return reason === 'reverted' || reason === 'cancelled' ? 'reverted' : 'failed'
}

type T = Translator<'orders'>

/** Explains a failed cancellation, and what to do. */
export const cancelTroubleText = (t: T, trouble: CancelTrouble) => ({
  title: t(`trouble.${trouble}`),
  text: t(`advice.${trouble}`),
})

/** Returns the label of the cancel button. */
export function cancelActionText(
  t: T,
  { at, way }: { readonly at: CancelStep['at']; readonly way: CancelWay },
): string {
  if (at === 'wallet') return t('cancelDo.wallet')
  if (at !== 'sent') return t(`cancelDo.${way}`)
  return way === 'signature' ? t('cancelDo.sentSignature') : t('cancelDo.sentTransaction')
}

/** Explains the effect of a way of cancelling, for this number of orders. */
export function cancelWayText(
  t: T,
  { way, count }: { readonly way: CancelWay; readonly count: number },
): string {
  return way === 'signature' && count > 1 ? t('cancelWay.signatures') : t(`cancelWay.${way}`)
}

/** Describes the final state of an order; undefined while unknown. */
export function cancelOutcomeText(t: T, outcome: CancelOutcome | undefined): string {
  return outcome === undefined ? t('cancelDo.sentSignature') : t(`cancelEnd.${outcome}`)
}

/** Returns the announcement for orders with the same final state. */
export function cancelNewsText(
  t: T,
  { outcome, count }: { readonly outcome: CancelOutcome; readonly count: number },
): string {
  return t(`cancelNews.${outcome}`, { count })
}
