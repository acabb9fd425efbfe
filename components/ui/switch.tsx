'use client'

import { type ReactNode, useId } from 'react'
import { classNames } from './class-names'

type Props = {
  readonly label: string
  readonly hint?: ReactNode
  /** `row` looks like a row of facts; its hint is shown on hover and read to screen readers. */
  readonly look?: 'field' | 'row'
  readonly checked: boolean
  readonly onCheckedChange: (checked: boolean) => void
}

/** A toggle for a setting that takes effect immediately. */
export const Switch = ({ label, hint, look = 'field', checked, onCheckedChange }: Props) => {
  const id = useId()
  const hintId = `${id}-hint`
  return (
    <div
      className={classNames(
        'flex items-center gap-4',
        look === 'row' ? 'min-h-8 max-tab:min-h-12' : 'min-h-11',
      )}
      title={look === 'row' && typeof hint === 'string' ? hint : undefined}
    >
      <div className="grid flex-1">
        <label htmlFor={id} className={look === 'row' ? 'text-small text-ink-2' : 'font-medium'}>
          {label}
        </label>
        {hint === undefined ? null : (
          <span id={hintId} className={look === 'row' ? 'sr-only' : 'text-small text-ink-2'}>
            {hint}
          </span>
        )}
      </div>
      <span className="relative h-7 w-12 shrink-0">
        <input
          id={id}
          type="checkbox"
          role="switch"
          aria-checked={checked}
          aria-describedby={hint === undefined ? undefined : hintId}
          checked={checked}
          onChange={(event) => onCheckedChange(event.target.checked)}
          className="peer absolute inset-0 appearance-none rounded-full border border-line-strong bg-sunken transition-colors duration-200 before:absolute before:-inset-2.5 checked:border-primary checked:bg-primary"
        />
        <span className="pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-line-strong transition-transform duration-200 ease-slip peer-checked:translate-x-5 peer-checked:bg-on-primary" />
      </span>
    </div>
  )
}
