import { slippageSize } from './slippage'
import type { ValueLoss } from './value-loss'

/** What the owner of an order has agreed to; it is good for one price key only. */
export type ConsentState = {
  /** Which order it was given for. */
  readonly keyId: string
  /** The loss that a tick was given for. */
  readonly loss: ValueLoss | undefined
  readonly slippage: boolean
  readonly recipient: boolean
  /** What was typed where a tick is not enough. */
  readonly word: string
}

/** What can be agreed to by a tick, the loss apart. */
export type Ticked = 'slippage' | 'recipient'

/** What happens to a consent. */
export type ConsentEvent =
  | { readonly type: 'key'; readonly keyId: string }
  | { readonly type: 'tick'; readonly to: Ticked; readonly isOn: boolean }
  | { readonly type: 'loss'; readonly loss: ValueLoss | undefined }
  | { readonly type: 'word'; readonly text: string }

/** Nothing is agreed to yet. */
export function noConsent(keyId: string): ConsentState {
  return { keyId, loss: undefined, slippage: false, recipient: false, word: '' }
}

/** The consent after an event; another order begins without any. */
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

/** What an order needs consent to. */
export type Risks = {
  readonly loss: ValueLoss
  readonly slippageBps: number
  /** Whether what is bought goes to a contract that is not the owner. */
  readonly isToContract: boolean
}

/** How the owner agrees to a loss: not at all, by a tick, or by a word. */
export function consentFor(loss: ValueLoss): 'none' | 'tick' | 'word' {
  if (loss === 'critical') return 'word'
  return loss === 'unknown' ? 'tick' : 'none'
}

/** Whether everything that needs consent has it; `confirmWord` is what is to be typed. */
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
