'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { AmountField } from '@/components/ui/amount-field'
import { Well } from '@/components/ui/well'

type Props = {
  /** "You pay" or "You receive". */
  readonly title: string
  /** Right of the title: the balance, or the age of the price. */
  readonly aside?: ReactNode
  readonly value: string
  readonly onEdit: (edit: { readonly type: 'amount' | 'keystroke'; readonly text: string }) => void
  readonly error?: string | undefined
  /** How an ambiguous amount was interpreted. */
  readonly note?: string | undefined
  readonly isWaiting: boolean
  /** The amount's value. */
  readonly worth: ReactNode
  /** Right of the value: how the amount compares with the market, or the faucet. */
  readonly verdict?: ReactNode
  /** The token selector. */
  readonly children: ReactNode
}

/** One side of the swap: amount, token, balance and value. */
export const AmountWell = (props: Props) => (
  <Well className="grid grid-cols-1 content-between gap-2">
    <div className="flex min-h-4 items-center justify-between gap-2 text-label text-ink-2">
      <span className="shrink-0">{props.title}</span>
      {props.aside}
    </div>
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
      <AmountField
        className="basis-32"
        label={useTranslations('swap')('well.amountOf', { title: props.title })}
        value={props.value}
        onChange={({ target, nativeEvent }) =>
          props.onEdit({ type: isPaste(nativeEvent) ? 'amount' : 'keystroke', text: target.value })
        }
        onKept={(text) => props.onEdit({ type: 'keystroke', text })}
        error={props.error}
        note={props.note}
        placeholder={props.isWaiting ? '…' : '0'}
      />
      {props.children}
    </div>
    <div className="numeric flex min-h-4 flex-wrap justify-between gap-x-3 text-label text-ink-2 wrap-anywhere">
      <span>{props.worth}</span>
      {props.verdict}
    </div>
  </Well>
)

/** Pasted or dropped text is complete. */
const isPaste = (event: Event): boolean =>
  event instanceof InputEvent && /^insertFrom/.test(event.inputType)
