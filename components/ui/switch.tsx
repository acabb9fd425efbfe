'use client'

import { Switch as Primitive } from 'radix-ui'
import { type ReactNode, useId } from 'react'

type Props = {
  readonly label: string
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly onCheckedChange: (checked: boolean) => void
}

/** A setting that takes effect at once. */
export const Switch = ({ label, hint, checked, onCheckedChange }: Props) => {
  const id = useId()
  return (
    <div className="flex min-h-11 items-center gap-4">
      <div className="grid flex-1">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint === undefined ? null : <span className="text-small text-ink-2">{hint}</span>}
      </div>
      <Primitive.Root
        id={id}
        checked={checked}
        onCheckedChange={onCheckedChange}
        className="relative h-7 w-12 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors duration-200 before:absolute before:-inset-2 data-[state=checked]:border-primary data-[state=checked]:bg-primary"
      >
        <Primitive.Thumb className="block size-5 translate-x-[3px] rounded-full bg-line-strong transition-transform duration-200 ease-slip data-[state=checked]:translate-x-[23px] data-[state=checked]:bg-on-primary" />
      </Primitive.Root>
    </div>
  )
}
