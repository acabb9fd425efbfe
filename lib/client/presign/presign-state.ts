import type { OrderView } from '@/lib/client/api'

/** Why a presignature failed. */
export type PresignTrouble =
  | 'rejected'
  /** The transaction reverted. */
  | 'reverted'
  /** Its owners dropped or replaced it in the wallet. */
  | 'cancelled'
  /** The wallet or the chain did not answer. */
  | 'failed'

/** The progress of a presignature. */
export type PresignPhase =
  | { readonly at: 'rest'; readonly trouble?: PresignTrouble }
  /** The wallet is asked; answers to an older `id` are ignored. */
  | { readonly at: 'wallet'; readonly id: number; readonly isLate: boolean }
  /** The wallet has the transaction; other owners may have to confirm it. */
  | {
      readonly at: 'sent'
      readonly id: number
      readonly isLate: boolean
      /** The wallet's id: a transaction hash, or the id of a call bundle. */
      readonly name: string
    }
  /** The owner discarded it here; unsigned, it has no effect. */
  | { readonly at: 'discarded' }

/** The order's state at the service. */
export type PresignStatus = 'pending' | 'signed' | 'expired' | 'cancelled'

/** An order that awaits its presignature. */
export type PresignState = { readonly status: PresignStatus; readonly phase: PresignPhase }

/** Its events. */
export type PresignEvent =
  | { readonly type: 'read'; readonly status: PresignStatus }
  | { readonly type: 'ask'; readonly id: number }
  /** The request has been pending for a minute. */
  | { readonly type: 'late'; readonly id: number }
  | { readonly type: 'send'; readonly id: number; readonly name: string }
  | { readonly type: 'fail'; readonly id: number; readonly trouble: PresignTrouble }
  | { readonly type: 'discard' }

/** Its progress. */
export type PresignStage =
  | 'unsent'
  | 'awaiting-wallet'
  | 'wallet-late'
  | 'awaiting-owners'
  | 'owners-late'
  | 'signed'
  | 'expired'
  | 'cancelled'
  | 'discarded'

/** A placed order without its presignature. */
export const unsigned: PresignState = { status: 'pending', phase: { at: 'rest' } }

/** The service's view; `pending` for an order that it does not know yet. */
export function presignStatus(
  view: Pick<OrderView, 'status' | 'presignaturePending'> | undefined,
): PresignStatus {
  if (view === undefined || view.presignaturePending) return 'pending'
  return view.status === 'expired' || view.status === 'cancelled' ? view.status : 'signed'
}

/** Applies an event. */
export function nextPresign(state: PresignState, event: PresignEvent): PresignState {
  const { status, phase } = state
  if (event.type === 'read') return { ...state, status: event.status }
  if (status !== 'pending') return state
  switch (event.type) {
    case 'ask':
      return canAsk(state)
        ? { ...state, phase: { at: 'wallet', id: event.id, isLate: false } }
        : state
    case 'discard':
      return canDiscard(state) ? { ...state, phase: { at: 'discarded' } } : state
    default:
      return 'id' in phase && phase.id === event.id
        ? { ...state, phase: moved(phase, event) }
        : state
  }
}

/** Returns whether the wallet can be asked; after a discard, only its owner can. */
export function canAsk({ status, phase }: PresignState): boolean {
  if (status !== 'pending') return false
  return phase.at === 'rest' || phase.at === 'discarded' || phase.isLate
}

/** Returns whether the owner can discard it: a pending wallet request can only be cancelled in the wallet. */
export function canDiscard({ status, phase }: PresignState): boolean {
  if (status !== 'pending' || phase.at === 'discarded') return false
  return phase.at !== 'wallet' || phase.isLate
}

/** The order's progress; the service's state takes precedence. */
export function presignStage({ status, phase }: PresignState): PresignStage {
  if (status !== 'pending') return status
  switch (phase.at) {
    case 'wallet':
      return phase.isLate ? 'wallet-late' : 'awaiting-wallet'
    case 'sent':
      return phase.isLate ? 'owners-late' : 'awaiting-owners'
    case 'discarded':
      return 'discarded'
    default:
      return 'unsent'
  }
}

type Asked = Extract<PresignPhase, { readonly id: number }>
type Moved = Extract<PresignEvent, { readonly type: 'late' | 'send' | 'fail' }>

function moved(phase: Asked, event: Moved): PresignPhase {
  if (event.type === 'late') return { ...phase, isLate: true }
  if (event.type === 'fail') return { at: 'rest', trouble: event.trouble }
  return { at: 'sent', id: phase.id, isLate: false, name: event.name }
}
