import type { Translator } from '@/lib/client/i18n/translator'
import type { ReviewStep } from './review-action'

/** The names that the words of a review's button need. */
export type ReviewNames = {
  readonly sellSymbol: string
  readonly networkTitle: string
  /** Seconds until the next try of a busy service. */
  readonly retrySeconds: number
}

/** What the button of a review says. */
export function reviewActionText(
  t: Translator<'swap'>,
  step: ReviewStep,
  names: ReviewNames,
): string {
  return t(`reviewAction.${step}`, names)
}
