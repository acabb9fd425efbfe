import type { Tone } from '@/components/ui/badge'
import type { CompetitionEntry } from '@/lib/auctions/competition'

/** What became of a bid, and why where that is known. */
export type Verdict = { readonly word: string; readonly tone: Tone; readonly why?: string }

/** Says what became of a bid in words; the first letter of a reason is made large. */
export function bidVerdict({
  isWinner,
  filteredOut,
  settlement,
  fault,
}: Pick<CompetitionEntry, 'isWinner' | 'filteredOut' | 'settlement' | 'fault'>): Verdict {
  const why = fault === undefined || fault === '' ? {} : { why: sentence(fault) }
  if (filteredOut) {
    const unfair = { why: 'It would have given a pair less than another bid gives it alone.' }
    return { word: 'Left out', tone: 'warn', ...unfair, ...why }
  }
  if (!isWinner) return { word: 'Outbid', tone: 'neutral', ...why }
  if (settlement === 'settled') return { word: 'Won', tone: 'surplus' }
  if (settlement === 'settling') return { word: 'Won, settling', tone: 'info', ...why }
  const word = settlement === 'failed' ? 'Won, not settled' : 'Won, not sent'
  return { word, tone: 'warn', ...why }
}

function sentence(text: string): string {
  const start = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  return /[.!?]$/.test(start) ? start : `${start}.`
}
