import type { Translator } from '@/lib/client/i18n/translator'
import type { CancelOutcome, CancelStep, CancelWay } from './cancel-state'
import type { CancelTrouble } from './cancel-trouble'

type T = Translator<'orders'>

/** Why a cancellation did not go through, and what to do. */
export const cancelTroubleText = (t: T, trouble: CancelTrouble) => ({
  title: t(`trouble.${trouble}`),
  text: t(`advice.${trouble}`),
})

/** What the button says that cancels. */
export function cancelActionText(
  t: T,
  { at, way }: { readonly at: CancelStep['at']; readonly way: CancelWay },
): string {
  if (at === 'wallet') return t('cancelDo.wallet')
  if (at !== 'sent') return t(`cancelDo.${way}`)
  return way === 'signature' ? t('cancelDo.sentSignature') : t('cancelDo.sentTransaction')
}

/** What cancelling in a way means for so many orders. */
export function cancelWayText(
  t: T,
  { way, count }: { readonly way: CancelWay; readonly count: number },
): string {
  return way === 'signature' && count > 1 ? t('cancelWay.signatures') : t(`cancelWay.${way}`)
}

/** How an order ended that was to be cancelled; undefined: that is not known yet. */
export function cancelOutcomeText(t: T, outcome: CancelOutcome | undefined): string {
  return outcome === undefined ? t('cancel.under') : t(`cancelEnd.${outcome}`)
}

/** What to tell of orders that just ended in the same way. */
export function cancelNewsText(
  t: T,
  { outcome, count }: { readonly outcome: CancelOutcome; readonly count: number },
): string {
  return t(`cancelNews.${outcome}`, { count })
}
