import type { Format } from '@/lib/client/i18n/format'
import type { Translator } from '@/lib/client/i18n/translator'
import { percentText } from './slippage-text'

type Words = { readonly t: Translator<'swap'>; readonly format: Format }

const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

/** A loss in basis points, if known, and its kind. */
type Lost = { readonly bps: number | undefined; readonly of: 'impact' | 'limit' }

/** Returns the consent text for a loss of value, known or unknown. */
export function lossConsentText({ t, format }: Words, { bps, of }: Lost): string {
  if (bps === undefined) return t('consent.unknown')
  const percent = format.number(bps / 100, oneDigit)
  return of === 'limit' ? t('consent.limit', { percent }) : t('consent.loss', { percent })
}

/** Returns the consent text for a large slippage. */
export function slippageConsentText({ t, format }: Words, slippageBps: number): string {
  return t('consent.slippage', { percent: percentText(format, slippageBps) })
}
