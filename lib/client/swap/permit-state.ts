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

/** What an order takes of its owner in atoms, and until when (Unix seconds). */
export type PermitNeed = { readonly amount: bigint; readonly validTo: number }

/** How a sell token stands with permits. */
export type PermitState = {
  /** The owner's next nonce; undefined while it is not known that the token takes permits. */
  readonly nonce: bigint | undefined
  readonly phase:
    | { readonly at: 'rest' }
    /** The wallet is asked; answers to an older `id` are of no interest. */
    | { readonly at: 'wallet'; readonly id: number; readonly isLate: boolean }
  /** The newest one that was signed. */
  readonly permit: Permit | undefined
}

/** What happens to a permit. */
export type PermitEvent =
  | { readonly type: 'nonce'; readonly nonce: bigint }
  | { readonly type: 'ask'; readonly id: number }
  /** The wallet has not answered for a minute. */
  | { readonly type: 'late'; readonly id: number }
  | { readonly type: 'sign'; readonly id: number; readonly permit: Permit }
  | { readonly type: 'fail'; readonly id: number }
  /** An order that carries it was accepted. */
  | { readonly type: 'use' }

/** No permit is signed yet. */
export const noPermit: PermitState = {
  nonce: undefined,
  phase: { at: 'rest' },
  permit: undefined,
}

/** The permit after an event. */
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

/** Where a permit stands: to be asked for, asked of the wallet, which may take long, or signed. */
export type PermitStage = 'available' | 'wallet' | 'late' | 'cached'

/** Where a permit stands for what an order needs. */
export function permitStage(state: PermitState, need: PermitNeed): PermitStage {
  const { phase } = state
  if (phase.at === 'wallet') return phase.isLate ? 'late' : 'wallet'
  return usablePermit(state, need) ? 'cached' : 'available'
}

/**
 * The permit that an order may carry: for its amount or at most a tenth more, since the amount of a buy order moves with
 * its price, with the next nonce, and not over before the order is.
 */
export function usablePermit(
  { permit, nonce }: Pick<PermitState, 'permit' | 'nonce'>,
  { amount, validTo }: PermitNeed,
): Permit | undefined {
  if (!permit || permit.nonce !== nonce) return undefined
  if (permit.amount < amount || permit.amount * 10n > amount * 11n) return undefined
  return permit.deadline > validTo ? permit : undefined
}
