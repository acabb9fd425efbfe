import type { Translator } from '@/lib/client/i18n/translator'
import type { CancelOutcome, CancelStep, CancelWay } from './cancel-state'
import type { CancelTrouble } from './cancel-trouble'

type T = Translator<'orders'>

/** Explains a failed cancellation, and what to do. */
export const cancelTroubleText = (t: T, trouble: CancelTrouble) => ({
  title: t(`trouble.${trouble}`),
  text: t(`advice.${trouble}`),
})

/** Returns the label of the cancel button. */
export function cancelActionText(
  t: T,
  { at, way }: { readonly at: CancelStep['at']; readonly way: CancelWay },
): string {
  if (at === 'wallet') return t('cancelDo.wallet')
  if (at !== 'sent') return t(`cancelDo.${way}`)
  return way === 'signature' ? t('cancelDo.sentSignature') : t('cancelDo.sentTransaction')
}

/** Explains the effect of a way of cancelling, for this number of orders. */
export function cancelWayText(
  t: T,
  { way, count }: { readonly way: CancelWay; readonly count: number },
): string {
  return way === 'signature' && count > 1 ? t('cancelWay.signatures') : t(`cancelWay.${way}`)
}

/** Describes the final state of an order; undefined while unknown. */
export function cancelOutcomeText(t: T, outcome: CancelOutcome | undefined): string {
  return outcome === undefined ? t('cancel.under') : t(`cancelEnd.${outcome}`)
}

/** Returns the announcement for orders with the same final state. */
export function cancelNewsText(
  t: T,
  { outcome, count }: { readonly outcome: CancelOutcome; readonly count: number },
): string {
  return t(`cancelNews.${outcome}`, { count })
}
