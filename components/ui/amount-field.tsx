'use client'

import { type ComponentProps, useEffectEvent, useId, useLayoutEffect, useRef } from 'react'
import { classNames } from './class-names'

/** Longer amounts are repeated below the field, where they have as many lines as they need. */
const maxInField = 16

/** Which size an amount of this many characters is written in. */
export const amountLength = (text: string): 'short' | 'long' | 'longer' | 'longest' | 'endless' => {
  if (text.length > maxInField) return 'endless'
  if (text.length > 14) return 'longest'
  if (text.length > 10) return 'longer'
  return text.length > 8 ? 'long' : 'short'
}

type Props = Omit<ComponentProps<'input'>, 'value' | 'aria-label' | 'id'> & {
  /** The accessible name, such as "You pay amount": two fields of one form need two names. */
  readonly label: string
  readonly value: string
  readonly error?: string | undefined
  /** What the text is taken for, where that may not be what was meant. */
  readonly note?: string | undefined
  /** Called with what was typed before hydration; that is lost unless it becomes the value. */
  readonly onKept?: (text: string) => void
}

/** The big number of a well; shrinks as it grows longer. Text in, text out: it parses nothing. */
export const AmountField = (props: Props) => {
  const { label, value, error, note, onKept, className, ...rest } = props
  const fieldRef = useKept(value, onKept)
  const noteId = useId()
  const said = error ?? note ?? (value.length > maxInField ? value : undefined)
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
        aria-describedby={said === undefined ? undefined : noteId}
        data-length={amountLength(value)}
        className={classNames(
          'amount-text h-12 w-full min-w-0 rounded-lg bg-transparent placeholder:text-ink-3',
          'transition-colors duration-200',
          error === undefined ? undefined : 'text-danger',
        )}
      />
      {said === undefined ? null : (
        <p
          id={noteId}
          role={error === undefined ? 'status' : 'alert'}
          className={classNames(
            'numeric text-label wrap-anywhere',
            error === undefined ? 'text-ink-2' : 'text-danger',
          )}
        >
          {said}
        </p>
      )}
    </div>
  )
}

/** Tells of what the server's page was given before React took it over, which leaves the text and knows nothing of it. */
function useKept(value: string, onKept: Props['onKept']) {
  const ref = useRef<HTMLInputElement>(null)
  const tell = useEffectEvent(() => {
    const text = ref.current?.value ?? value
    if (text !== value) onKept?.(text)
  })
  useLayoutEffect(() => tell(), [])
  return ref
}
