import type { ParsedAmount } from '@/lib/client/amount-text'
import type { Swap } from './use-swap'

/** What both wells are given. */
export type WellProps = {
  readonly swap: Swap
  readonly isChoosing: boolean
  readonly onChoosing: (open: boolean) => void
}

const errors = {
  'not-a-number': 'This is not a number',
  'too-many-decimals': 'More decimals than this token has',
  'too-large': 'Too large',
} as const

/** What is wrong with a typed amount, in words. */
export function amountError(typed: ParsedAmount): string | undefined {
  return 'problem' in typed ? errors[typed.problem] : undefined
}
