'use client'

import { type ComponentProps, useId } from 'react'
import { classNames } from './class-names'

/** Which size an amount of this many characters is written in. */
export const amountLength = (text: string): 'short' | 'long' | 'longer' => {
  if (text.length > 10) return 'longer'
  return text.length > 8 ? 'long' : 'short'
}

type Props = Omit<ComponentProps<'input'>, 'value' | 'aria-label' | 'id'> & {
  /** The accessible name, such as "You pay amount": two fields of one form need two names. */
  readonly label: string
  readonly value: string
  readonly error?: string | undefined
  /** Dims the number while a newer one is on its way. */
  readonly stale?: boolean
}

/** The big number of a well; shrinks as it grows longer. Text in, text out: it parses nothing. */
export const AmountField = ({ label, value, error, stale = false, className, ...rest }: Props) => {
  const noteId = useId()
  return (
    <div className={classNames('min-w-0 flex-1', className)}>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        placeholder="0"
        {...rest}
        value={value}
        aria-label={label}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : noteId}
        data-length={amountLength(value)}
        className={classNames(
          'amount-text h-12 w-full min-w-0 rounded-lg bg-transparent placeholder:text-ink-3',
          'transition-colors duration-200',
          error === undefined ? undefined : 'text-danger',
          stale && error === undefined && 'text-ink-2',
        )}
      />
      {error === undefined ? null : (
        <p id={noteId} role="alert" className="text-label text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
