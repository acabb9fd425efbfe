import type { Translator } from '@/lib/client/i18n/translator'
import { ApiError } from '@/lib/client/request'
import { maxPriceAlerts } from '@/lib/core/price-alert'

/** Explains why an alert was not saved. */
export function alertProblem(t: Translator<'alerts'>, error: unknown): string {
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 400) return t('problem.reached')
  if (status === 404) return t('problem.unpriced')
  if (status === 409) return t('problem.full', { most: maxPriceAlerts })
  if (status === 401) return t('problem.session')
  return t('problem.busy')
}
