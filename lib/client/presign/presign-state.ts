import type { OrderView } from '@/lib/client/api'

/** Why the signature of an order that was placed without one was not given. */
export type PresignTrouble =
  | 'rejected'
  /** The transaction failed on the chain. */
  | 'reverted'
  /** Its owners dropped or replaced it in the wallet. */
  | 'cancelled'
  /** The wallet or the chain did not answer. */
  | 'failed'

/** What is being done for the signature. */
export type PresignPhase =
  | { readonly at: 'rest'; readonly trouble?: PresignTrouble }
  /** The wallet is asked; answers to an older `id` are of no interest. */
  | { readonly at: 'wallet'; readonly id: number; readonly isLate: boolean }
  /** The wallet has the transaction; other owners may have to confirm it. */
  | {
      readonly at: 'sent'
      readonly id: number
      readonly isLate: boolean
      /** By what the wallet knows it: the hash of its transaction, or the id of its calls. */
      readonly name: string
    }
  /** Its owner wants no more of it here; unsigned it binds nobody. */
  | { readonly at: 'discarded' }

/** What the service says of an order that was placed without its signature. */
export type PresignStanding = 'pending' | 'signed' | 'expired' | 'cancelled'

/** An order that waits for its signature on chain. */
export type PresignState = { readonly standing: PresignStanding; readonly phase: PresignPhase }

/** What happens to it. */
export type PresignEvent =
  | { readonly type: 'read'; readonly standing: PresignStanding }
  | { readonly type: 'ask'; readonly id: number }
  /** What was asked for has not come for a minute. */
  | { readonly type: 'late'; readonly id: number }
  | { readonly type: 'send'; readonly id: number; readonly name: string }
  | { readonly type: 'fail'; readonly id: number; readonly trouble: PresignTrouble }
  | { readonly type: 'discard' }

/** How far it is. */
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

/** An order that was placed and not signed yet. */
export const unsigned: PresignState = { standing: 'pending', phase: { at: 'rest' } }

/** What the service says, as an order's view tells it; `pending` for one that is not known yet. */
export function presignStanding(
  view: Pick<OrderView, 'status' | 'presignaturePending'> | undefined,
): PresignStanding {
  if (view === undefined || view.presignaturePending) return 'pending'
  return view.status === 'expired' || view.status === 'cancelled' ? view.status : 'signed'
}

/** The order after an event. */
export function nextPresign(state: PresignState, event: PresignEvent): PresignState {
  const { standing, phase } = state
  if (event.type === 'read') return { ...state, standing: event.standing }
  if (standing !== 'pending') return state
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

/** Whether the wallet can be asked; for one that was discarded by nobody but its owner. */
export function canAsk({ standing, phase }: PresignState): boolean {
  if (standing !== 'pending') return false
  return phase.at === 'rest' || phase.at === 'discarded' || phase.isLate
}

/** Whether its owner can discard it: what the wallet is asked cannot be taken back here, its own window can. */
export function canDiscard({ standing, phase }: PresignState): boolean {
  if (standing !== 'pending' || phase.at === 'discarded') return false
  return phase.at !== 'wallet' || phase.isLate
}

/** How far the order is; what the service says counts more than anything under way. */
export function presignStage({ standing, phase }: PresignState): PresignStage {
  if (standing !== 'pending') return standing
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
