import type { Hex } from '@/lib/core/bytes'

/** A signed allowance (EIP-2612) that an order brings along in place of an approval. */
export type Permit = {
  /** Atoms that it allows. */
  readonly amount: bigint
  /** The nonce of the token that it uses up; another use of it makes the permit void. */
  readonly nonce: bigint
  /** Unix seconds until which it can be used. */
  readonly deadline: number
  readonly signature: Hex
}

/** How a sell token stands with permits. */
export type PermitState = {
  /** Atoms that the order takes at most. */
  readonly needed: bigint
  /** The owner's next nonce; `none` where the token takes no permits, undefined while that is not known. */
  readonly nonce: bigint | 'none' | undefined
  readonly phase:
    | { readonly at: 'rest'; readonly trouble?: 'rejected' | 'failed' }
    /** The wallet is asked; answers to an older `id` are of no interest. */
    | { readonly at: 'wallet'; readonly id: number; readonly isLate: boolean }
  /** The newest one that was signed. */
  readonly permit: Permit | undefined
}

/** What happens to a permit. */
export type PermitEvent =
  | { readonly type: 'need'; readonly needed: bigint }
  | { readonly type: 'nonce'; readonly nonce: bigint | 'none' }
  | { readonly type: 'ask'; readonly id: number }
  /** The wallet has not answered for a minute. */
  | { readonly type: 'late'; readonly id: number }
  | { readonly type: 'sign'; readonly id: number; readonly permit: Permit }
  | { readonly type: 'fail'; readonly id: number; readonly trouble: 'rejected' | 'failed' }
  /** An order that carries it was accepted. */
  | { readonly type: 'use' }

/** The permit of an order that takes at most `needed` atoms. */
export function startPermit(needed: bigint): PermitState {
  return { needed, nonce: undefined, phase: { at: 'rest' }, permit: undefined }
}

/** The permit after an event. */
export function nextPermit(state: PermitState, event: PermitEvent): PermitState {
  const { phase } = state
  switch (event.type) {
    case 'need':
      return { ...state, needed: event.needed }
    case 'nonce':
      return { ...state, nonce: event.nonce }
    case 'use':
      return { ...state, permit: undefined }
    case 'ask':
      return typeof state.nonce === 'bigint'
        ? { ...state, phase: { at: 'wallet', id: event.id, isLate: false } }
        : state
    default:
      return phase.at === 'wallet' && phase.id === event.id ? afterWallet(state, event) : state
  }
}

type Answer = Extract<PermitEvent, { readonly type: 'late' | 'sign' | 'fail' }>

function afterWallet(state: PermitState, event: Answer): PermitState {
  switch (event.type) {
    case 'late':
      return { ...state, phase: { at: 'wallet', id: event.id, isLate: true } }
    case 'sign':
      return { ...state, phase: { at: 'rest' }, permit: event.permit }
    case 'fail':
      return { ...state, phase: { at: 'rest', trouble: event.trouble } }
  }
}

/** Where a permit stands. */
export type PermitStage =
  | 'unknown'
  /** The token takes none: the allowance is given by a transaction. */
  | 'unsupported'
  | 'available'
  | 'awaiting-signature'
  /** Its owner did not sign: the way by a transaction is offered beside it. */
  | 'declined'
  | 'cached'

/** Where a permit stands at a moment in Unix seconds. */
export function permitStage(state: PermitState, nowSeconds: number): PermitStage {
  const { nonce, phase } = state
  if (nonce === undefined) return 'unknown'
  if (nonce === 'none') return 'unsupported'
  if (usablePermit(state, nowSeconds)) return 'cached'
  if (phase.at === 'wallet') return 'awaiting-signature'
  return phase.trouble ? 'declined' : 'available'
}

/** The permit that an order may carry: for its very amount, with the next nonce, and not over. */
export function usablePermit(
  { permit, needed, nonce }: PermitState,
  nowSeconds: number,
): Permit | undefined {
  if (!permit || permit.nonce !== nonce || permit.amount !== needed) return undefined
  return permit.deadline > nowSeconds ? permit : undefined
}
