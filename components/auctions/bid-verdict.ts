import type { Tone } from '@/components/ui/badge'
import type { CompetitionEntry } from '@/lib/auctions/competition'
import type { Translator } from '@/lib/client/i18n/translator'

/** What became of a bid, and why where that is known. */
export type Verdict = { readonly word: string; readonly tone: Tone; readonly why?: string }

/** Says what became of a bid in words; the first letter of a reason is made large. */
export function bidVerdict(
  t: Translator<'auctions'>,
  {
    isWinner,
    filteredOut,
    settlement,
    fault,
  }: Pick<CompetitionEntry, 'isWinner' | 'filteredOut' | 'settlement' | 'fault'>,
): Verdict {
  const why = fault === undefined || fault === '' ? {} : { why: sentence(fault) }
  if (filteredOut) {
    const unfair = { why: t('verdict.unfair') }
    return { word: t('verdict.leftOut'), tone: 'warn', ...unfair, ...why }
  }
  if (!isWinner) return { word: t('verdict.outbid'), tone: 'neutral', ...why }
  if (settlement === 'settled') return { word: t('verdict.won'), tone: 'surplus' }
  if (settlement === 'settling') return { word: t('verdict.settling'), tone: 'info', ...why }
  const word = settlement === 'failed' ? t('verdict.notSettled') : t('verdict.notSent')
  return { word, tone: 'warn', ...why }
}

function sentence(text: string): string {
  const start = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  return /[.!?]$/.test(start) ? start : `${start}.`
}
