import type { Hex } from '@/lib/core/bytes'

/** One transaction of an approval; tokens like USDT require a reset to zero before a new allowance. */
export type ApprovalStep = 'reset' | 'approve'

/** Why an approval failed. */
export type ApprovalTrouble =
  | 'rejected'
  /** The transaction reverted. */
  | 'reverted'
  /** Its owner replaced it by another one in the wallet. */
  | 'cancelled'
  /** Its owner approved less than the order needs. */
  | 'too-low'
  /** The wallet or the chain did not answer. */
  | 'failed'

/** The progress of an approval. */
export type ApprovalPhase =
  | { readonly at: 'rest'; readonly trouble?: ApprovalTrouble }
  /** The wallet is asked; answers to an older `id` are ignored. */
  | {
      readonly at: 'wallet'
      readonly step: ApprovalStep
      readonly id: number
      readonly isLate: boolean
    }
  | {
      readonly at: 'chain'
      readonly step: ApprovalStep
      readonly id: number
      readonly hash: Hex
      /** Pending for a minute; it may have been dropped. */
      readonly isLate?: true
    }
  /** The transaction is mined; the allowance is being read. */
  | { readonly at: 'reading'; readonly id: number }

/** An order's state with regard to its sell token's allowance. */
export type ApprovalState = {
  /** The order's maximum sell amount in atoms. */
  readonly needed: bigint
  /** The vault relayer's allowance in atoms; undefined while unknown. */
  readonly allowance: bigint | undefined
  /** Whether it became sufficient while the order was reviewed. */
  readonly isRaised: boolean
  readonly extent: 'exact' | 'unlimited'
  readonly phase: ApprovalPhase
}

/** Events of an approval. */
export type ApprovalEvent =
  | { readonly type: 'need'; readonly needed: bigint }
  /** The allowance was read; with the `id` of a request: after its transaction was mined. */
  | { readonly type: 'read'; readonly allowance: bigint; readonly id?: number }
  | { readonly type: 'choose'; readonly extent: 'exact' | 'unlimited' }
  | { readonly type: 'ask'; readonly id: number; readonly step: ApprovalStep }
  /** The request has been pending for a minute. */
  | { readonly type: 'late'; readonly id: number }
  /** The transaction was sent; again with another hash if the wallet sped it up. */
  | { readonly type: 'send'; readonly id: number; readonly hash: Hex }
  | { readonly type: 'mine'; readonly id: number }
  | { readonly type: 'fail'; readonly id: number; readonly trouble: ApprovalTrouble }
  /** A pending transaction from before a reload. */
  | {
      readonly type: 'resume'
      readonly id: number
      readonly step: ApprovalStep
      readonly hash: Hex
    }

/** The initial approval of an order that sells at most `needed` atoms. */
export function startApproval(needed: bigint): ApprovalState {
  const phase = { at: 'rest' } as const
  return { needed, allowance: undefined, isRaised: false, extent: 'exact', phase }
}

/** Applies an event. */
export function nextApproval(state: ApprovalState, event: ApprovalEvent): ApprovalState {
  const { phase } = state
  switch (event.type) {
    case 'need':
      return { ...state, needed: event.needed }
    case 'choose':
      return phase.at === 'rest' ? { ...state, extent: event.extent } : state
    case 'read':
      return afterRead(state, event)
    case 'ask':
      return phase.at === 'rest' || phase.at === 'wallet' || isOverdue(phase)
        ? { ...state, phase: { at: 'wallet', step: event.step, id: event.id, isLate: false } }
        : state
    case 'resume':
      return phase.at === 'rest'
        ? { ...state, phase: { at: 'chain', step: event.step, id: event.id, hash: event.hash } }
        : state
    case 'late':
      return (phase.at === 'wallet' || phase.at === 'chain') && phase.id === event.id
        ? { ...state, phase: { ...phase, isLate: true } }
        : state
    default:
      return phase.at === 'rest' || phase.id !== event.id ? state : afterWallet(state, event)
  }
}

const isOverdue = (phase: ApprovalPhase) => phase.at === 'chain' && phase.isLate === true

/** The approval's current step. */
export type ApprovalStage =
  | 'unknown'
  | 'sufficient'
  | 'missing'
  | 'awaiting-wallet'
  | 'pending'
  | 'confirming'

/** Returns the current step; a sufficient allowance takes precedence over anything pending. */
export function approvalStage({ needed, allowance, phase }: ApprovalState): ApprovalStage {
  if (allowance !== undefined && allowance >= needed) return 'sufficient'
  if (phase.at === 'wallet') return 'awaiting-wallet'
  if (phase.at === 'chain') return 'pending'
  if (phase.at === 'reading') return 'confirming'
  return allowance === undefined ? 'unknown' : 'missing'
}

/**
 * Waits with a timeout of a minute: the wallet's answer, then the transaction, which may have been dropped, or may need
 * other owners.
 */
export function awaitedApproval({ phase }: Pick<ApprovalState, 'phase'>) {
  return (phase.at === 'wallet' || phase.at === 'chain') && !phase.isLate ? phase : undefined
}

type Moved = Extract<ApprovalEvent, { readonly type: 'send' | 'mine' | 'fail' }>

type Read = Extract<ApprovalEvent, { readonly type: 'read' }>

function afterRead(state: ApprovalState, { allowance, id }: Read): ApprovalState {
  const { phase } = state
  const isTooLow = allowance < state.needed
  const wasTooLow = state.allowance !== undefined && state.allowance < state.needed
  const isRaised = !isTooLow && (wasTooLow || state.isRaised)
  const read = { ...state, allowance, isRaised }
  if (phase.at !== 'reading' || phase.id !== id) return read
  return { ...read, phase: { at: 'rest', ...(isTooLow && { trouble: 'too-low' as const }) } }
}

function afterWallet(state: ApprovalState, event: Moved): ApprovalState {
  const { phase } = state
  if (event.type === 'fail') return { ...state, phase: { at: 'rest', trouble: event.trouble } }
  if (phase.at !== 'wallet' && phase.at !== 'chain') return state
  const { step, id } = phase
  if (event.type === 'send') return { ...state, phase: { at: 'chain', step, id, hash: event.hash } }
  // After a reset, the approval itself is next.
  return { ...state, phase: step === 'reset' ? { at: 'rest' } : { at: 'reading', id } }
}
