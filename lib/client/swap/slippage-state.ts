import { chooseSlippage, parseSlippage, type Slippage } from './slippage'

/** What its owner has typed for the slippage, in percent; empty where the service's value holds. */
export type SlippageState = { readonly text: string }

/** What happens to the slippage. */
export type SlippageEvent =
  | { readonly type: 'type'; readonly text: string }
  /** The field was left. */
  | { readonly type: 'leave' }
  | { readonly type: 'reset' }

/** The service's value holds. */
export const automaticSlippage: SlippageState = { text: '' }

/** The slippage after an event; text that is no slippage is gone when its field is left. */
export function nextSlippage(state: SlippageState, event: SlippageEvent): SlippageState {
  if (event.type === 'type') return { text: event.text }
  if (event.type === 'reset') return automaticSlippage
  return parseSlippage(state.text) === undefined ? automaticSlippage : state
}

/** The service's recommendation in basis points, `loading`, or undefined where it has none. */
export type AutomaticBps = number | 'loading' | undefined

/** What is unusual about a slippage that was chosen. */
export type SlippageWarning = 'low' | 'high'

/** The slippage that holds, and what there is to say of it. */
export type SlippageView = Slippage & {
  readonly text: string
  readonly isLoading: boolean
  readonly isInvalid: boolean
  readonly warning: SlippageWarning | undefined
  /** So large that it is signed only with its owner's express consent. */
  readonly needsConsent: boolean
}

const lowBps = 5
const highBps = 100
const consentBps = 2_000

/** Reads what holds: what was typed where it is a slippage, else the service's value, else the default. */
export function viewSlippage({ text }: SlippageState, automatic: AutomaticBps): SlippageView {
  const custom = parseSlippage(text)
  const known = automatic === 'loading' ? undefined : automatic
  const slippage = chooseSlippage(custom, known)
  return {
    ...slippage,
    text,
    isLoading: custom === undefined && automatic === 'loading',
    isInvalid: text.trim() !== '' && custom === undefined,
    warning: custom === undefined ? undefined : warningOf(custom, known),
    needsConsent: slippage.bps >= consentBps,
  }
}

function warningOf(bps: number, automatic: number | undefined): SlippageWarning | undefined {
  if (bps < lowBps || (automatic !== undefined && bps * 10 < automatic * 8)) return 'low'
  const isHigh = bps > highBps || (automatic !== undefined && bps * 10 > automatic * 12)
  return isHigh ? 'high' : undefined
}
