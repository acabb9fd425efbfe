import type { Format } from '@/lib/client/i18n/format'
import type { Translator } from '@/lib/client/i18n/translator'
import { percentText } from './slippage-text'
import type { ValueLoss } from './value-loss'

/** What is to be typed to agree to a critical loss. */
export const confirmWord = 'confirm'

type Words = { readonly t: Translator<'swap'>; readonly format: Format }

const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

/** What is agreed to where an order loses value, or nobody knows whether it does. */
export function lossConsentText(
  { t, format }: Words,
  loss: ValueLoss,
  lossBps: number | undefined,
): string {
  return loss === 'unknown' || lossBps === undefined
    ? t('consent.unknown')
    : t('consent.loss', { percent: format.number(lossBps / 100, oneDigit) })
}

/** What is agreed to where the slippage is large. */
export function slippageConsentText({ t, format }: Words, slippageBps: number): string {
  return t('consent.slippage', { percent: percentText(format, slippageBps) })
}
