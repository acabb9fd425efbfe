import type { Format } from '@/lib/client/i18n/format'
import type { Translator } from '@/lib/client/i18n/translator'
import { isFarAbove, isFarBelow, type SlippageView } from './slippage-state'

/** Formats basis points as percent, such as "0.50 %". */
export function percentText(format: Format, bps: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  return `${format.number(bps / 100, digits)} %`
}

/** Formats a loss in basis points as a change: "−0.13 %". */
export function impactText(format: Format, lossBps: number): string {
  const sign = lossBps > 0 ? '−' : lossBps < 0 ? '+' : ''
  return `${sign}${percentText(format, Math.abs(lossBps))}`
}

/** Explains slippage, or what is unusual about the chosen one. */
export function slippageHint(
  t: Translator<'swap'>,
  format: Format,
  { warning, bps, automaticBps }: SlippageView,
): string {
  const percent = percentText(format, automaticBps ?? 0)
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
