import type { ParsedAmount } from '@/lib/client/amount-text'
import type { Translator } from '@/lib/client/i18n/translator'
import type { Swap } from './use-swap'

/** What both wells are given. */
export type WellProps = {
  readonly swap: Swap
  readonly isChoosing: boolean
  readonly onChoosing: (open: boolean) => void
}

/** What is wrong with a typed amount, in words. */
export function amountError(t: Translator<'swap'>, typed: ParsedAmount): string | undefined {
  return 'problem' in typed ? t(`amountError.${typed.problem}`) : undefined
}
