import type { Hex } from '@/lib/core/bytes'

/** A signed permit (EIP-2612) that an order includes instead of an approval. */
export type Permit = {
  /** The permitted atoms. */
  readonly amount: bigint
  /** The token's nonce that it uses; another use of the nonce invalidates the permit. */
  readonly nonce: bigint
  /** Its deadline in Unix seconds. */
  readonly deadline: number
  readonly signature: Hex
}

/** An order's sell amount in atoms, and its expiry (Unix seconds). */
export type PermitNeed = { readonly amount: bigint; readonly validTo: number }

/** A sell token's state with regard to permits. */
export type PermitState = {
  /** The owner's next nonce; undefined while it is unknown whether the token supports permits. */
  readonly nonce: bigint | undefined
  readonly phase:
    | { readonly at: 'rest' }
    /** The wallet is asked; answers to an older `id` are ignored. */
    | { readonly at: 'wallet'; readonly id: number; readonly isLate: boolean }
  /** The newest signed permit. */
  readonly permit: Permit | undefined
}

/** Events of a permit. */
export type PermitEvent =
  | { readonly type: 'nonce'; readonly nonce: bigint }
  | { readonly type: 'ask'; readonly id: number }
  /** The wallet has not answered for a minute. */
  | { readonly type: 'late'; readonly id: number }
  | { readonly type: 'sign'; readonly id: number; readonly permit: Permit }
  | { readonly type: 'fail'; readonly id: number }
  /** An order with it was accepted. */
  | { readonly type: 'use' }

/** The initial state: no signed permit. */
export const noPermit: PermitState = {
  nonce: undefined,
  phase: { at: 'rest' },
  permit: undefined,
}

/** Applies an event. */
export function nextPermit(state: PermitState, event: PermitEvent): PermitState {
  const { phase } = state
  switch (event.type) {
    case 'nonce':
      return { ...state, nonce: event.nonce }
    case 'use':
      return { ...state, permit: undefined }
    case 'ask':
      return state.nonce === undefined
        ? state
        : { ...state, phase: { at: 'wallet', id: event.id, isLate: false } }
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
      return { ...state, phase: { at: 'rest' } }
  }
}

/** A permit's step: to request, requested, silent wallet, or signed. */
export type PermitStage = 'available' | 'wallet' | 'late' | 'cached'

/** Returns a permit's step for what an order needs. */
export function permitStage(state: PermitState, need: PermitNeed): PermitStage {
  const { phase } = state
  if (phase.at === 'wallet') return phase.isLate ? 'late' : 'wallet'
  return usablePermit(state, need) ? 'cached' : 'available'
}

/**
 * Returns the permit that an order may include: for its amount or at most a tenth more, since a buy order's sell amount
 * moves with the price, with the next nonce, and not expiring before the order.
 */
export function usablePermit(
  { permit, nonce }: Pick<PermitState, 'permit' | 'nonce'>,
  { amount, validTo }: PermitNeed,
): Permit | undefined {
  if (!permit || permit.nonce !== nonce) return undefined
  if (permit.amount < amount || permit.amount * 10n > amount * 11n) return undefined
  return permit.deadline > validTo ? permit : undefined
}
