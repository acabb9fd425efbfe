'use client'

import { Popover as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

/** Open state and trigger, as Radix gives them. */
export const Popover = Primitive.Root
export const PopoverTrigger = Primitive.Trigger

type Props = {
  /** The accessible name of the panel. */
  readonly label: string
  readonly align?: 'start' | 'center' | 'end'
  readonly children: ReactNode
}

/** A small panel beside its trigger, for settings and menus of a few lines. */
export const PopoverContent = ({ label, align = 'end', children }: Props) => (
  <Primitive.Portal>
    <Primitive.Content
      aria-label={label}
      align={align}
      sideOffset={8}
      collisionPadding={12}
      className="z-50 max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1.5rem)] animate-pop overflow-y-auto rounded-btn border border-line bg-raised p-4 shadow-pop"
    >
      {children}
    </Primitive.Content>
  </Primitive.Portal>
)
