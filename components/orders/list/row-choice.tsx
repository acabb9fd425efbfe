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
  /** Whether phones show the checkboxes: only while orders are being selected. */
  readonly isSelecting: boolean
  readonly onChoose: (isChosen: boolean) => void
  /** The row's marks. */
  readonly children: ReactNode
}

/** The checkbox of a row, in front of its marks. */
export const RowChoice = (props: Props) => {
  const { name, isChosen, hasRoom, isSelecting, onChoose, children } = props
  const onPhones = isSelecting ? undefined : 'max-tab:hidden'
  if (isChosen === undefined) {
    return (
      <>
        {hasRoom ? <span className={classNames('w-7 shrink-0 tab:w-9', onPhones)} /> : null}
        {children}
      </>
    )
  }
  return (
    <span className="flex items-center">
      <span
        className={classNames(
          'relative z-1 mr-2 grid size-5 tab:mr-4 shrink-0 place-items-center',
          onPhones,
        )}
      >
        <input
          type="checkbox"
          data-select=""
          aria-label={name}
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
          className="peer absolute inset-0 appearance-none rounded-md border-2 border-line-strong bg-surface before:absolute before:-inset-3 checked:border-primary checked:bg-primary"
        />
        <Check
          aria-hidden="true"
          className="pointer-events-none relative hidden size-3.5 text-on-primary peer-checked:block"
          strokeWidth={3}
        />
      </span>
      {children}
    </span>
  )
}
