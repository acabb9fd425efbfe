'use client'

import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'

type Props = {
  readonly label: ReactNode
  readonly checked: boolean
  readonly onCheckedChange: (checked: boolean) => void
}

/** A checkbox whose value takes effect when its form is submitted. */
export const Checkbox = ({ label, checked, onCheckedChange }: Props) => {
  const id = useId()
  return (
    <div className="flex min-h-11 items-center gap-3">
      <span className="relative grid size-6 shrink-0 place-items-center">
        <input
          id={id}
          type="checkbox"
          checked={checked}
          onChange={(event) => onCheckedChange(event.target.checked)}
          className="peer absolute inset-0 appearance-none rounded-md border-2 border-line-strong bg-surface before:absolute before:-inset-2.5 checked:border-primary checked:bg-primary"
        />
        <Check
          aria-hidden="true"
          className="pointer-events-none relative hidden size-4 text-on-primary peer-checked:block"
          strokeWidth={3}
        />
      </span>
      <label htmlFor={id} className="flex-1 text-small">
        {label}
      </label>
    </div>
  )
}
