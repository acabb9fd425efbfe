import type { Translator } from '@/lib/client/i18n/translator'
import { readTokenFault } from '@/lib/core/token-faults'
import { refusalReason } from './quote-failure'

/** Why a token is not traded: in the reader's language where the reason is a known one, else as the service says it. */
export function tokenFaultText(t: Translator<'swap'>, said: string): string {
  const fault = readTokenFault(said)
  return fault ? t(`tokenFault.${fault}`) : refusalReason(said)
}
