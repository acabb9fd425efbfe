import type { Tone } from '@/components/ui/badge'
import type { BidFault } from '@/lib/auctions/competition/bid-fault'
import type { CompetitionEntry } from '@/lib/auctions/competition/competition'
import { sentence } from '@/lib/client/i18n/sentence'
import type { Translator } from '@/lib/client/i18n/translator'
/** The outcome of a bid, with the reason if known. */
export type Verdict = { readonly word: string; readonly tone: Tone; readonly why?: string }

/** Describes the outcome of a bid; on-chain reverts are quoted. */
export function bidVerdict(
  t: Translator<'auctions'>,
  {
    isWinner,
    filteredOut,
    settlement,
    fault,
  }: Pick<CompetitionEntry, 'isWinner' | 'filteredOut' | 'settlement' | 'fault'>,
): Verdict {
  const why = fault ? { why: wordFault(t, fault) } : {}
  if (filteredOut) {
    const unfair = { why: t('verdict.fault.unfair') }
    return { word: t('verdict.leftOut'), tone: 'neutral', ...unfair, ...why }
  }
  if (!isWinner) return { word: t('verdict.outbid'), tone: 'neutral', ...why }
  if (settlement === 'settled') return { word: t('verdict.won'), tone: 'surplus' }
  if (settlement === 'settling') return { word: t('verdict.settling'), tone: 'info', ...why }
  const word = settlement === 'failed' ? t('verdict.notSettled') : t('verdict.notSent')
  return { word, tone: 'warn', ...why }
}

function wordFault(t: Translator<'auctions'>, fault: BidFault): string {
  if (fault.code === 'other') return sentence(fault.text)
  const { code, ...values } = fault
  return sentence(t(`verdict.fault.${code}`, values))
}
