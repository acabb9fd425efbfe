import type { Translator } from '@/lib/client/i18n/translator'
import type { ReviewStep } from './review-action'

/** Names in the labels of the review's button. */
export type ReviewNames = {
  readonly sellSymbol: string
  readonly networkTitle: string
  /** Seconds until the next attempt at a busy service. */
  readonly retrySeconds: number
}

/** Returns the label of the review's button. */
export function reviewActionText(
  t: Translator<'swap'>,
  step: ReviewStep,
  names: ReviewNames,
): string {
  return t(`reviewAction.${step}`, names)
}
