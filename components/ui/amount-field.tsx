'use client'

import { type ComponentProps, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { classNames } from './class-names'

/** Longer amounts are repeated in full below the field, where they can wrap. */
const maxInField = 15

/** Returns the font size step for the length of an amount. */
export const amountLength = (text: string): 'short' | 'long' | 'longer' | 'longest' | 'endless' => {
  if (text.length > maxInField) return 'endless'
  if (text.length > 14) return 'longest'
  if (text.length > 10) return 'longer'
  return text.length > 8 ? 'long' : 'short'
}

type Props = Omit<ComponentProps<'input'>, 'value' | 'aria-label' | 'id'> & {
  /** Accessible name, such as "You pay amount"; unique within the form. */
  readonly label: string
  readonly value: string
  readonly error?: string | undefined
  /** How an ambiguous input was interpreted. */
  readonly note?: string | undefined
  /** Called with the text typed before hydration, which is lost unless it becomes the value. */
  readonly onKept?: (text: string) => void
}

/** The large amount input of a well. The font shrinks with length. Text in, text out: it parses nothing. */
export const AmountField = (props: Props) => {
  const { label, value, error, note, onKept, className, ...rest } = props
  const fieldRef = useKept(value, onKept)
  const noteId = useId()
  const message = error ?? note ?? (value.length > maxInField ? value : undefined)
  return (
    <div className={classNames('@container min-w-0 flex-1', className)}>
      <input
        ref={fieldRef}
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
        aria-describedby={message === undefined ? undefined : noteId}
        data-length={amountLength(value)}
        className={classNames(
          'amount-text h-11 w-full font-medium min-w-0 rounded-lg bg-transparent placeholder:text-ink-3',
          'transition-colors duration-200',
          error === undefined ? undefined : 'text-danger',
        )}
      />
      {message === undefined ? null : (
        <p
          id={noteId}
          role={error === undefined ? 'status' : 'alert'}
          className={classNames(
            'numeric text-label wrap-anywhere',
            error === undefined ? 'text-ink-2' : 'text-danger',
          )}
        >
          {message}
        </p>
      )}
    </div>
  )
}

/** Reports text typed into the server-rendered input: React keeps it on hydration but fires no change event. */
function useKept(value: string, onKept: Props['onKept']) {
  const ref = useRef<HTMLInputElement>(null)
  const report = useEffectEvent(() => {
    const text = ref.current?.value ?? value
    if (text !== value) onKept?.(text)
  })
  useLayoutEffect(() => report(), [])
  return ref
}
