'use client'

import { Popover as Primitive } from 'radix-ui'
import { type RefObject, useRef } from 'react'
import { DialogRoot, DialogWindow } from './dialog-window'
import type { PopoverProps } from './popover'

type Props = Omit<PopoverProps, 'trigger'> & {
  readonly id: string
  readonly anchor: RefObject<HTMLElement | null>
}

/** The panel of a popover, beside its anchor or, where it is so wanted on narrow pages, a sheet. */
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

/** Focus returns to the anchor unless something else was pressed. */
const Panel = (props: Props) => {
  const { id, anchor, label, align = 'end', open, onOpenChange, children } = props
  const isLeft = useRef(false)
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
            isLeft.current = false
          }}
          onInteractOutside={(event) => {
            // The trigger closes by itself; closed here, its press would open anew.
            if (anchor.current?.contains(event.target as Node)) event.preventDefault()
            else isLeft.current = true
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (!isLeft.current) anchor.current?.focus()
          }}
          className="z-50 max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1.5rem)] animate-pop overflow-y-auto rounded-btn border border-line bg-raised p-4 shadow-pop"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
