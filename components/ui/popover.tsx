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

/** A panel and its trigger. */
export type PopoverProps = {
  /** Accessible name of the panel. */
  readonly label: string
  /** The button; `Popover` adds its ref, ARIA attributes and click handler. */
  readonly trigger: ReactElement<ComponentProps<'button'>>
  readonly align?: 'start' | 'center' | 'end'
  /** `menu`: as wide as its longest line, without an inset; default a panel of 320 px. */
  readonly shape?: 'panel' | 'menu'
  /** Form below 768 px: still a panel, or a bottom sheet, for panels with text fields. */
  readonly narrow?: 'panel' | 'sheet'
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly children: ReactNode
}

const Panel = lazyPart(async () => (await import('./popover-panel')).PopoverPanel)

/** A small panel next to its trigger, for short settings and menus; loaded lazily. */
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
