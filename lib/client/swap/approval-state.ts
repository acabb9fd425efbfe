import type { Hex } from '@/lib/core/bytes'

/** One transaction of an approval; tokens like USDT want their allowance at zero before it is raised. */
export type ApprovalStep = 'reset' | 'approve'

/** Why an approval did not come about. */
export type ApprovalTrouble =
  | 'rejected'
  /** The transaction failed on the chain. */
  | 'reverted'
  /** Its owner replaced it by another one in the wallet. */
  | 'cancelled'
  /** Its owner allowed less than the order needs. */
  | 'too-low'
  /** The wallet or the chain did not answer. */
  | 'failed'

/** What is being done for the allowance. */
export type ApprovalPhase =
  | { readonly at: 'rest'; readonly trouble?: ApprovalTrouble }
  /** The wallet is asked; answers to an older `id` are of no interest. */
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
      /** It has not come for a minute, and may have been dropped. */
      readonly isLate?: true
    }
  /** The transaction is on the chain; the allowance is read. */
  | { readonly at: 'reading'; readonly id: number }

/** How an order stands with the allowance of its sell token. */
export type ApprovalState = {
  /** Atoms that the order takes at most. */
  readonly needed: bigint
  /** Atoms that the vault relayer may take; undefined while that is not known. */
  readonly allowance: bigint | undefined
  /** Whether it has come to suffice since it was looked at. */
  readonly isRaised: boolean
  readonly extent: 'exact' | 'unlimited'
  readonly phase: ApprovalPhase
}

/** What happens to an approval. */
export type ApprovalEvent =
  | { readonly type: 'need'; readonly needed: bigint }
  /** The allowance was read; with the `id` of a request: after its transaction was on the chain. */
  | { readonly type: 'read'; readonly allowance: bigint; readonly id?: number }
  | { readonly type: 'choose'; readonly extent: 'exact' | 'unlimited' }
  | { readonly type: 'ask'; readonly id: number; readonly step: ApprovalStep }
  /** What was asked for has not come for a minute. */
  | { readonly type: 'late'; readonly id: number }
  /** The transaction is on its way; again with another hash when the wallet sped it up. */
  | { readonly type: 'send'; readonly id: number; readonly hash: Hex }
  | { readonly type: 'mine'; readonly id: number }
  | { readonly type: 'fail'; readonly id: number; readonly trouble: ApprovalTrouble }
  /** A reloaded page knows of a pending transaction. */
  | {
      readonly type: 'resume'
      readonly id: number
      readonly step: ApprovalStep
      readonly hash: Hex
    }

/** The approval of an order that takes at most `needed` atoms. */
export function startApproval(needed: bigint): ApprovalState {
  const phase = { at: 'rest' } as const
  return { needed, allowance: undefined, isRaised: false, extent: 'exact', phase }
}

/** The approval after an event. */
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

/** Where an approval stands. */
export type ApprovalStage =
  | 'unknown'
  | 'sufficient'
  | 'missing'
  | 'awaiting-wallet'
  | 'pending'
  | 'confirming'

/** Where an approval stands; an allowance that suffices counts more than anything under way. */
export function approvalStage({ needed, allowance, phase }: ApprovalState): ApprovalStage {
  if (allowance !== undefined && allowance >= needed) return 'sufficient'
  if (phase.at === 'wallet') return 'awaiting-wallet'
  if (phase.at === 'chain') return 'pending'
  if (phase.at === 'reading') return 'confirming'
  return allowance === undefined ? 'unknown' : 'missing'
}

/**
 * What is worth waiting for a minute: the wallet's answer, then the transaction, which may have been dropped, or may need
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
  // After a reset the approval itself is still to be asked for.
  return { ...state, phase: step === 'reset' ? { at: 'rest' } : { at: 'reading', id } }
}
