'use client'

import { Check } from 'lucide-react'
import { Checkbox as Primitive } from 'radix-ui'
import { type ReactNode, useId } from 'react'

type Props = {
  readonly label: ReactNode
  readonly checked: boolean
  readonly onCheckedChange: (checked: boolean) => void
}

/** A consent or a choice that counts once the form around it is sent. */
export const Checkbox = ({ label, checked, onCheckedChange }: Props) => {
  const id = useId()
  return (
    <div className="flex min-h-11 items-center gap-3">
      <Primitive.Root
        id={id}
        checked={checked}
        onCheckedChange={(next) => onCheckedChange(next === true)}
        className="relative grid size-6 shrink-0 place-items-center rounded-md border-2 border-line-strong bg-surface before:absolute before:-inset-2.5 data-[state=checked]:border-primary data-[state=checked]:bg-primary"
      >
        <Primitive.Indicator>
          <Check aria-hidden="true" className="size-4 text-on-primary" strokeWidth={3} />
        </Primitive.Indicator>
      </Primitive.Root>
      <label htmlFor={id} className="flex-1 text-small">
        {label}
      </label>
    </div>
  )
}
