import type { KeyboardEvent } from 'react'
import { exactAmountText, isAmbiguousAmount, type ParsedAmount } from '@/lib/client/amount-text'
import type { Translator } from '@/lib/client/i18n/translator'
import type { Locale } from '@/lib/core/format/locale'
import type { Swap } from './use-swap'

/** Props of both wells. */
export type WellProps = {
  readonly swap: Swap
  readonly isChoosing: boolean
  readonly onChoosing: (open: boolean) => void
}

/** The error of a typed amount. */
export function amountError(t: Translator<'swap'>, typed: ParsedAmount): string | undefined {
  return 'problem' in typed ? t(`amountError.${typed.problem}`) : undefined
}

type Read = {
  readonly text: string
  readonly typed: ParsedAmount
  /** Undefined while unknown. */
  readonly decimals: number | undefined
  readonly locale: Locale
}

/** How an ambiguous amount was interpreted: "1,234" is not 1.234. */
export function amountNote(
  t: Translator<'swap'>,
  { text, typed, decimals, locale }: Read,
): string | undefined {
  if (!('atoms' in typed) || decimals === undefined) return undefined
  if (!isAmbiguousAmount(text, locale)) return undefined
  return t('well.readAs', { amount: exactAmountText(typed.atoms, decimals, locale) })
}

/** Returns whether Enter was pressed in an amount or price field. */
export const isEnterInAmount = ({ key, target, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' &&
  !nativeEvent.isComposing &&
  target instanceof HTMLInputElement &&
  target.inputMode === 'decimal'
