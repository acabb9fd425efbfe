import { readSaying } from '@/lib/client/i18n/read-saying'
import { sentence } from '@/lib/client/i18n/sentence'
import type { Translator } from '@/lib/client/i18n/translator'
import { readTokenFault } from '@/lib/core/token-faults'

/** What an operator gives a reason of its own for. */
const denial = { denied: 'the operator does not serve it ({reason})' } as const

/** Why a token is not traded: in the reader's language where the reason is a known one, else as the service says it. */
export function tokenFaultText(t: Translator<'swap'>, said: string): string {
  const fault = readTokenFault(said)
  if (fault) return t(`tokenFault.${fault}`)
  const reason = /is not supported: (.+)$/s.exec(said)?.[1] ?? said
  const denied = readSaying(denial, reason)
  return denied ? t('tokenFault.denied', denied.values) : sentence(reason)
}
