import type { Tone } from '@/components/ui/badge'
import type { CompetitionEntry } from '@/lib/auctions/competition/competition'
import { matchMessage } from '@/lib/client/i18n/match-message'
import { sentence } from '@/lib/client/i18n/sentence'
import type { Translator } from '@/lib/client/i18n/translator'

/** The outcome of a bid, with the reason if known. */
export type Verdict = { readonly word: string; readonly tone: Tone; readonly why?: string }

/** Why the service rejected or abandoned a bid. */
const faults = {
  unfair: 'gives a directed pair less than it gets alone',
  late: 'not sent in time',
  ended: 'an order has ended',
  unanswered: 'the simulation gave no answer',
  reverts: 'reverts: {reason}',
  fails: 'fails: {reason}',
  noBalance: 'token {token} tells no balance',
  loss: 'the settlement contract would lose {amount} of {token}',
} as const

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
  const why = fault ? { why: faultText(t, fault) } : {}
  if (filteredOut) {
    const unfair = { why: t('verdict.fault.unfair') }
    return { word: t('verdict.leftOut'), tone: 'warn', ...unfair, ...why }
  }
  if (!isWinner) return { word: t('verdict.outbid'), tone: 'neutral', ...why }
  if (settlement === 'settled') return { word: t('verdict.won'), tone: 'surplus' }
  if (settlement === 'settling') return { word: t('verdict.settling'), tone: 'info', ...why }
  const word = settlement === 'failed' ? t('verdict.notSettled') : t('verdict.notSent')
  return { word, tone: 'warn', ...why }
}

function faultText(t: Translator<'auctions'>, fault: string): string {
  const saying = matchMessage(faults, fault)
  return sentence(saying ? t(`verdict.fault.${saying.name}`, saying.values) : fault)
}
