'use client'

import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useId,
  useRef,
} from 'react'
import { lazyPart, OnceOpen } from './lazy-part'

/** A panel and the button that opens it. */
export type PopoverProps = {
  /** The accessible name of the panel. */
  readonly label: string
  /** The button; it is given what opens the panel. */
  readonly trigger: ReactElement<ComponentProps<'button'>>
  readonly align?: 'start' | 'center' | 'end'
  /** What it is below 768 px: a panel all the same, or a sheet at the bottom edge, for fields to type in. */
  readonly narrow?: 'panel' | 'sheet'
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly children: ReactNode
}

const Panel = lazyPart(async () => (await import('./popover-panel')).PopoverPanel)

/** A small panel beside its trigger, for settings and menus of a few lines. Its code is loaded apart. */
export const Popover = ({ trigger, ...panel }: PopoverProps) => {
  const { open, onOpenChange } = panel
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  return (
    <>
      {cloneElement(trigger, {
        ref: anchor,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        ...(open && { 'aria-controls': id }),
        onClick: () => onOpenChange(!open),
      })}
      <OnceOpen isOpen={open}>
        <Panel id={id} anchor={anchor} {...panel} />
      </OnceOpen>
    </>
  )
}
