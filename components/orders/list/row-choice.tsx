'use client'

import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'

type Props = {
  /** Accessible name of the checkbox. */
  readonly name: string
  /** Undefined if the row cannot be selected. */
  readonly isChosen: boolean | undefined
  /** Whether rows that cannot be selected are aligned with those that can. */
  readonly hasRoom: boolean
  readonly onChoose: (isChosen: boolean) => void
  /** The row's marks. */
  readonly children: ReactNode
}

/** The checkbox of a row, in front of its marks; on phones it lies on the marks, which it covers with a check. */
export const RowChoice = ({ name, isChosen, hasRoom, onChoose, children }: Props) => {
  if (isChosen === undefined) {
    return (
      <>
        {hasRoom ? <span className="w-9 shrink-0 max-tab:hidden" /> : null}
        {children}
      </>
    )
  }
  return (
    <span className="relative flex items-center">
      <span className="grid size-5 shrink-0 place-items-center z-1 max-tab:absolute max-tab:inset-0 max-tab:size-auto tab:relative tab:mr-4">
        <input
          type="checkbox"
          data-select=""
          aria-label={name}
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
          className={classNames(
            'peer absolute inset-0 appearance-none before:absolute before:-inset-3 max-tab:rounded-full max-tab:before:-inset-2.5',
            'tab:rounded-md tab:border-2 tab:border-line-strong tab:bg-surface tab:checked:border-primary tab:checked:bg-primary',
          )}
        />
        <span
          aria-hidden="true"
          className={classNames(
            'pointer-events-none relative grid place-items-center',
            'max-tab:absolute max-tab:-right-1 max-tab:-bottom-1 max-tab:size-5 max-tab:rounded-full max-tab:border-2',
            isChosen
              ? 'text-on-primary max-tab:border-primary max-tab:bg-primary'
              : 'text-transparent max-tab:border-line-strong max-tab:bg-surface',
          )}
        >
          <Check className="size-3.5" strokeWidth={3} />
        </span>
      </span>
      {children}
    </span>
  )
}
