'use client'

import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names'

type Props = Omit<ComponentProps<'input'>, 'id'> & {
  readonly label: string
  /** Describes the expected format. */
  readonly hint?: ReactNode
  /** Replaces the hint and marks the field invalid. */
  readonly error?: string | undefined
  /** At the end of the label line: a small button, if the input needs its full width. */
  readonly aside?: ReactNode
  /** Inside the border, before the input: an icon. */
  readonly start?: ReactNode
  /** Inside the border, after the input: a check mark, a unit or a small button. */
  readonly end?: ReactNode
}

/** A labelled text input with hint and error. */
export const TextField = (props: Props) => {
  const { label, aside, hint, error, ...parts } = props
  const { start, end, className, ...rest } = parts
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
          'flex min-h-11 items-center gap-2 rounded-xl border bg-surface pr-2',
          'has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-2',
          'has-[input:focus-visible]:outline-[var(--focus)]',
          error === undefined ? 'border-line-strong' : 'border-danger',
        )}
      >
        {start}
        <input
          autoComplete="off"
          {...rest}
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={hasNote ? noteId : rest['aria-describedby']}
          className="max-tab:min-h-11 min-w-0 flex-1 rounded-xl bg-transparent px-3.5 py-2.25 text-ellipsis placeholder:text-ink-3 [&[type=date]]:pr-1.5 focus-visible:outline-transparent"
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
