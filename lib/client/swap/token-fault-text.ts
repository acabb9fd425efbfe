import { readSaying } from '@/lib/client/i18n/read-saying'
import { sentence } from '@/lib/client/i18n/sentence'
import type { Translator } from '@/lib/client/i18n/translator'
import { readTokenFault } from '@/lib/core/token-faults'

/** Faults for which the operator gives a reason. */
const denial = { denied: 'the operator does not serve it ({reason})' } as const

/**
 * Explains a description of the API that a token is not traded: translated if the reason is known, else the service's
 * message.
 */
export function tokenFaultText(t: Translator<'swap'>, said: string): string {
  const fault = readTokenFault(said)
  if (fault) return t(`tokenFault.${fault}`)
  const reason = /is not supported: (.+)$/s.exec(said)?.[1] ?? said
  const denied = readSaying(denial, reason)
  return denied ? t('tokenFault.denied', denied.values) : sentence(reason)
}
