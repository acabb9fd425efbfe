import { slippageSize } from './slippage'
import type { ValueLoss } from './value-loss'

/** The owner's consents, valid for one price key only. */
export type ConsentState = {
  /** The order that it was given for. */
  readonly keyId: string
  /** The loss that was accepted. */
  readonly loss: ValueLoss | undefined
  readonly slippage: boolean
  readonly recipient: boolean
  /** The typed text where a checkbox is not enough. */
  readonly word: string
}

/** Consents by checkbox, apart from the loss. */
export type Ticked = 'slippage' | 'recipient'

/** Events of a consent. */
export type ConsentEvent =
  | { readonly type: 'key'; readonly keyId: string }
  | { readonly type: 'tick'; readonly to: Ticked; readonly isOn: boolean }
  | { readonly type: 'loss'; readonly loss: ValueLoss | undefined }
  | { readonly type: 'word'; readonly text: string }

/** The initial state: no consents. */
export function noConsent(keyId: string): ConsentState {
  return { keyId, loss: undefined, slippage: false, recipient: false, word: '' }
}

/** Applies an event; another order begins without consents. */
export function nextConsent(state: ConsentState, event: ConsentEvent): ConsentState {
  switch (event.type) {
    case 'key':
      return event.keyId === state.keyId ? state : noConsent(event.keyId)
    case 'tick':
      return { ...state, [event.to]: event.isOn }
    case 'loss':
      return { ...state, loss: event.loss }
    case 'word':
      return { ...state, word: event.text }
  }
}

/** The risks of an order that require consent. */
export type Risks = {
  readonly loss: ValueLoss
  readonly slippageBps: number
  /** Whether the recipient is a contract other than the owner. */
  readonly isToContract: boolean
}

/** How a loss is accepted: no consent needed, a checkbox, or a typed word. */
export function consentFor(loss: ValueLoss): 'none' | 'tick' | 'word' {
  if (loss === 'critical') return 'word'
  return loss === 'unknown' ? 'tick' : 'none'
}

/** Returns whether all required consents are given; `confirmWord` is the word to type. */
export function hasConsent(
  state: ConsentState,
  { risks, confirmWord }: { readonly risks: Risks; readonly confirmWord: string },
): boolean {
  if (slippageSize(risks.slippageBps) === 'large' && !state.slippage) return false
  if (risks.isToContract && !state.recipient) return false
  const kind = consentFor(risks.loss)
  if (kind === 'word') return state.word.trim().toLowerCase() === confirmWord.toLowerCase()
  return kind === 'none' || state.loss === risks.loss
}
