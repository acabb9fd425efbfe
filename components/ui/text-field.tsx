'use client'

import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names'

type Props = Omit<ComponentProps<'input'>, 'id'> & {
  readonly label: string
  /** Says the pattern before anyone can get it wrong. */
  readonly hint?: ReactNode
  /** Replaces the hint and marks the field invalid. */
  readonly error?: string | undefined
  /** At the other end of the label's line: a small button, where the text may need all of its own line. */
  readonly aside?: ReactNode
  /** Beside the text, inside the border: a check mark, a unit, a small button. */
  readonly end?: ReactNode
}

/** A labelled line of text with hint and error. */
export const TextField = ({ label, aside, hint, error, end, className, ...rest }: Props) => {
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = error !== undefined || hint !== undefined
  return (
    <div className={classNames('grid grid-cols-1 gap-1.5', className)}>
      <div className="flex items-center justify-between gap-2">
        <label htmlFor={id} className="text-small font-medium">
          {label}
        </label>
        {aside}
      </div>
      <div
        className={classNames(
          'flex min-h-11 items-center gap-2 rounded-well border bg-surface pr-2',
          'has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2',
          'has-[input:focus-visible]:outline-[var(--focus)]',
          error === undefined ? 'border-line-strong' : 'border-danger',
        )}
      >
        <input
          autoComplete="off"
          {...rest}
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={hasNote ? noteId : undefined}
          className="max-tab:min-h-11 min-w-0 flex-1 rounded-well bg-transparent px-3.5 py-2.25 text-ellipsis placeholder:text-ink-3 [&[type=date]]:pr-1.5 focus-visible:outline-transparent"
        />
        {end}
      </div>
      {hasNote ? (
        <p
          id={noteId}
          role={error === undefined ? undefined : 'alert'}
          className={classNames('text-label', error === undefined ? 'text-ink-2' : 'text-danger')}
        >
          {error ?? hint}
        </p>
      ) : null}
    </div>
  )
}
