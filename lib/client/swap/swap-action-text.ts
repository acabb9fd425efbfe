import type { Translator } from '@/lib/client/i18n/translator'
import type { SwapState } from './swap-action'

/** The names that the words of the main button need. */
export type SwapNames = {
  readonly sellSymbol: string
  readonly networkTitle: string
  readonly nativeSymbol: string
  /** Why there is no price, in a few words. */
  readonly quoteProblem: string | undefined
}

/** What the main button says. */
export function swapActionText(
  t: Translator<'swap'>,
  state: SwapState,
  { quoteProblem, ...names }: SwapNames,
): string {
  if (state === 'quote-failed' && quoteProblem !== undefined) return quoteProblem
  return t(`action.${state}`, names)
}
