import type { Translator } from '@/lib/client/i18n/translator'
import type { SwapState } from './swap-action'

/** Names in the main button's labels. */
export type SwapNames = {
  readonly sellSymbol: string
  readonly networkTitle: string
  readonly nativeSymbol: string
  /** Summarises why there is no price. */
  readonly quoteProblem: string | undefined
}

/** Returns the label of the main button. */
export function swapActionText(
  t: Translator<'swap'>,
  state: SwapState,
  { quoteProblem, ...names }: SwapNames,
): string {
  if (state === 'quote-failed' && quoteProblem !== undefined) return quoteProblem
  return t(`action.${state}`, names)
}
