import { sentence } from '@/lib/client/i18n/sentence'
import type { Translator } from '@/lib/client/i18n/translator'
import { ApiError } from '@/lib/client/request'
import { saidText } from './said-text'

/** Describes why the service refused an action. */
export function failureText(t: Translator<'notifications'>, error: unknown): string {
  if (!(error instanceof ApiError)) return t('failure.unreached')
  if (error.status === 401) return t('failure.session')
  if (error.status >= 500 && error.status !== 503) {
    return t('failure.busy')
  }
  return sentence(saidText(t, error.message))
}

/** Describes a failed removal; undefined without a failure. */
export function stillThere(t: Translator<'notifications'>, error: unknown) {
  return error ? { title: t('failure.still'), text: failureText(t, error) } : undefined
}
