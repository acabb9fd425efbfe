'use client'

import { Popover as Primitive } from 'radix-ui'
import { type RefObject, useRef } from 'react'
import { classNames } from './class-names'
import { DialogRoot, DialogWindow } from './dialog-window'
import type { PopoverProps } from './popover'
import { returnFocus } from './return-focus'

type Props = Omit<PopoverProps, 'trigger'> & {
  readonly id: string
  readonly anchor: RefObject<HTMLElement | null>
}

/** The panel of a popover, anchored to its trigger; with `narrow="sheet"` a bottom sheet below 768 px. */
export const PopoverPanel = ({ narrow = 'panel', ...props }: Props) =>
  narrow === 'sheet' && matchMedia('(width < 48rem)').matches ? (
    <Sheet {...props} />
  ) : (
    <Panel {...props} />
  )

const Sheet = ({ id, label, open, onOpenChange, children }: Props) => (
  <DialogRoot open={open} onOpenChange={onOpenChange}>
    <DialogWindow id={id} title={label}>
      {children}
    </DialogWindow>
  </DialogRoot>
)

/** Returns focus to the anchor, or to the content if that has gone, unless the user pressed something else. */
const Panel = (props: Props) => {
  const { id, anchor, label, align = 'end', shape = 'panel', open, onOpenChange, children } = props
  const isDismissed = useRef(false)
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Anchor virtualRef={anchor} />
      <Primitive.Portal>
        <Primitive.Content
          id={id}
          aria-label={label}
          align={align}
          sideOffset={8}
          collisionPadding={12}
          onOpenAutoFocus={() => {
            isDismissed.current = false
          }}
          onInteractOutside={(event) => {
            // The trigger toggles: if the panel closed here, the same press would reopen it.
            if (anchor.current?.contains(event.target as Node)) event.preventDefault()
            else isDismissed.current = true
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (!isDismissed.current) returnFocus(anchor.current)
          }}
          className={classNames(
            'z-50 max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1.5rem)] animate-pop overflow-y-auto rounded-btn border border-line bg-raised shadow-pop',
            shape === 'menu' ? 'min-w-44 p-1.5' : 'w-80 p-4',
          )}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
