import { nextSetting, type SettingText } from './setting-text'
import { chooseSlippage, parseSlippage, type Slippage } from './slippage'

/** The slippage, in percent, after an event; empty where the service's value holds. */
export const nextSlippage = nextSetting(parseSlippage)

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
  /** What the service recommends; undefined while that is not known. */
  readonly automaticBps: number | undefined
}

const lowBps = 5
const highBps = 100

/** Reads what holds: what was typed where it is a slippage, else the service's value, else the default. */
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

/** Whether a slippage is less than 80 % of the automatic one. */
export const isFarBelow = (bps: number, automatic: number): boolean => bps * 10 < automatic * 8

/** Whether a slippage is more than 120 % of the automatic one. */
export const isFarAbove = (bps: number, automatic: number): boolean => bps * 10 > automatic * 12

function warningOf(bps: number, automatic: number | undefined): SlippageWarning | undefined {
  if (bps < lowBps || (automatic !== undefined && isFarBelow(bps, automatic))) return 'low'
  const isHigh = bps > highBps || (automatic !== undefined && isFarAbove(bps, automatic))
  return isHigh ? 'high' : undefined
}
