import { nextSetting, type SettingText } from './setting-text'
import { chooseSlippage, parseSlippage, type Slippage } from './slippage'

/** Applies an event to the slippage in percent; empty for the service's value. */
export const nextSlippage = nextSetting(parseSlippage)

/** The service's recommendation in basis points, `loading`, or undefined if it has none. */
export type AutomaticBps = number | 'loading' | undefined

/** What is unusual about a chosen slippage. */
export type SlippageWarning = 'low' | 'high'

/** The current slippage, with notes. */
export type SlippageView = Slippage & {
  readonly text: string
  readonly isLoading: boolean
  readonly isInvalid: boolean
  readonly warning: SlippageWarning | undefined
  /** The service's recommendation; undefined while unknown. */
  readonly automaticBps: number | undefined
}

const lowBps = 5
const highBps = 100

/** Returns the current slippage: the typed one if it is valid, else the service's value, else the default. */
export function viewSlippage({ text }: SettingText, automatic: AutomaticBps): SlippageView {
  const custom = parseSlippage(text)
  const known = automatic === 'loading' ? undefined : automatic
  const slippage = chooseSlippage(custom, known)
  return {
    ...slippage,
    text,
    isLoading: custom === undefined && automatic === 'loading',
    isInvalid: text.trim() !== '' && custom === undefined,
    warning: custom === undefined ? undefined : warningOf(custom, known),
    automaticBps: known,
  }
}

/** Returns whether a slippage is less than 80 % of the automatic one. */
export const isFarBelow = (bps: number, automatic: number): boolean => bps * 10 < automatic * 8

/** Returns whether a slippage is more than 120 % of the automatic one. */
export const isFarAbove = (bps: number, automatic: number): boolean => bps * 10 > automatic * 12

function warningOf(bps: number, automatic: number | undefined): SlippageWarning | undefined {
  if (bps < lowBps || (automatic !== undefined && isFarBelow(bps, automatic))) return 'low'
  const isHigh = bps > highBps || (automatic !== undefined && isFarAbove(bps, automatic))
  return isHigh ? 'high' : undefined
}
