import type { SlippageQuestion } from '@/lib/client/api'
import type { Translator } from '@/lib/client/i18n/translator'
import type { Format } from '@/lib/core/format/format'
import type { QuoteOffer } from './quote-offer'
import { nextSetting, type SettingText } from './setting-text'

/** Default slippage in basis points, if the service has no value for a pair. */
export const defaultSlippageBps = 50

/** Maximum slippage in basis points. */
export const maxSlippageBps = 5_000

/** Above this, the setting is emphasised. */
const notableBps = 200
/** From this on, an order needs consent. */
const largeBps = 2_000

/** The level of a slippage: `notable` ones are emphasised, `large` ones need consent. */
export type SlippageSize = 'usual' | 'notable' | 'large'

/** Returns the level of a slippage: more than 2 % is notable, 20 % is large. */
export function slippageSize(bps: number): SlippageSize {
  if (bps >= largeBps) return 'large'
  return bps > notableBps ? 'notable' : 'usual'
}

/** The source of a slippage. */
export type SlippageSource = 'default' | 'automatic' | 'custom'

/** A slippage and its source. */
export type Slippage = { readonly bps: number; readonly source: SlippageSource }

/** Picks the slippage: the owner's, else the service's, else the default. */
export function chooseSlippage(
  custom: number | undefined,
  automatic: number | undefined,
): Slippage {
  if (custom !== undefined) return { bps: custom, source: 'custom' }
  if (automatic === undefined) return { bps: defaultSlippageBps, source: 'default' }
  return { bps: Math.min(automatic, maxSlippageBps), source: 'automatic' }
}

/** Parses typed percent to basis points; undefined if it is not a valid slippage. */
export function parseSlippage(text: string): number | undefined {
  const plain = text.trim().replace('%', '').replace(',', '.').trim()
  if (!/^[0-9]{1,2}(?:\.[0-9]{0,2})?$/.test(plain)) return undefined
  const bps = Math.round(Number(plain) * 100)
  return bps <= maxSlippageBps ? bps : undefined
}

/** Applies an event to the slippage in percent; empty for the service's value. */
export const nextSlippage = nextSetting(parseSlippage)

/** The service's recommendation in basis points, `loading`, or undefined if it has none. */
export type AutomaticBps = number | 'loading' | undefined

/** What is unusual about a chosen slippage. */
type SlippageWarning = 'low' | 'high'

/** The current slippage, with notes. */
export type SlippageView = Slippage & {
  readonly text: string
  readonly isLoading: boolean
  readonly isInvalid: boolean
  readonly warning: SlippageWarning | undefined
  /** The service's recommendation; undefined while unknown. */
  readonly automaticBps: number | undefined
}

/** Below this, an order may expire unfilled. */
const lowBps = 5
/** Above this, an order may execute far from its quote. */
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
const isFarBelow = (bps: number, automatic: number): boolean => bps * 10 < automatic * 8

/** Returns whether a slippage is more than 120 % of the automatic one. */
const isFarAbove = (bps: number, automatic: number): boolean => bps * 10 > automatic * 12

function warningOf(bps: number, automatic: number | undefined): SlippageWarning | undefined {
  if (bps < lowBps || (automatic !== undefined && isFarBelow(bps, automatic))) return 'low'
  const isHigh = bps > highBps || (automatic !== undefined && isFarAbove(bps, automatic))
  return isHigh ? 'high' : undefined
}

/** Explains slippage, or what is unusual about the chosen one. */
export function slippageHint(
  t: Translator<'swap'>,
  format: Format,
  { warning, bps, automaticBps }: SlippageView,
): string {
  const percent = format.percent((automaticBps ?? 0) / 10_000)
  if (warning === 'low') {
    return automaticBps !== undefined && isFarBelow(bps, automaticBps)
      ? t('settings.belowAutomatic', { percent })
      : t('settings.little')
  }
  if (warning === 'high') {
    return automaticBps !== undefined && isFarAbove(bps, automaticBps)
      ? t('settings.aboveAutomatic', { percent })
      : t('settings.much')
  }
  return t('settings.what')
}

/**
 * Builds the request for an offer's recommended slippage, given the order's validity in seconds. Amounts are rounded to
 * two digits, so that small price moves reuse the cached answer.
 */
export function slippageQuestion(
  { answer: { quote } }: QuoteOffer,
  validSeconds: number,
): SlippageQuestion {
  const { kind, sellToken, buyToken, sellAmount, buyAmount, feeAmount } = quote
  const isSell = kind === 'sell'
  return {
    params: {
      baseTokenAddress: isSell ? sellToken : buyToken,
      quoteTokenAddress: isSell ? buyToken : sellToken,
    },
    query: {
      orderKind: kind,
      partiallyFillable: quote.partiallyFillable ? 'true' : 'false',
      sellAmount: twoDigits(sellAmount),
      buyAmount: twoDigits(buyAmount),
      feeAmount: twoDigits(feeAmount),
      expirationTimeInSeconds: String(validSeconds),
    },
  }
}

/** Rounds up to two significant digits: 12345 to 13000. */
function twoDigits(amount: string): string {
  if (amount.length <= 2) return amount
  const unit = 10n ** BigInt(amount.length - 2)
  return String(((BigInt(amount) + unit - 1n) / unit) * unit)
}
