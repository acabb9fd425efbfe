import type { Format } from '@/lib/client/i18n/format'
import type { Translator } from '@/lib/client/i18n/translator'
import { percentText } from './slippage-text'

type Words = { readonly t: Translator<'swap'>; readonly format: Format }

const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 }

/** A loss in basis points, where it is known, and what it is a loss by. */
type Lost = { readonly bps: number | undefined; readonly of: 'impact' | 'limit' }

/** What is agreed to where an order loses value, or nobody knows whether it does. */
export function lossConsentText({ t, format }: Words, { bps, of }: Lost): string {
  if (bps === undefined) return t('consent.unknown')
  const percent = format.number(bps / 100, oneDigit)
  return of === 'limit' ? t('consent.limit', { percent }) : t('consent.loss', { percent })
}

/** What is agreed to where the slippage is large. */
export function slippageConsentText({ t, format }: Words, slippageBps: number): string {
  return t('consent.slippage', { percent: percentText(format, slippageBps) })
}
