'use client'

import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

type Props = {
  /** A short sentence. */
  readonly text: string
  /** One focusable element. Touch screens have no hover, so never put essential facts in a tooltip. */
  readonly children: ReactNode
}

/** An explanation on hover and on keyboard focus. */
export const Tooltip = ({ text, children }: Props) => (
  <Primitive.Provider delayDuration={250}>
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-w-64 animate-pop rounded-lg bg-ink px-3 py-2 text-label text-bg"
        >
          {text}
          <Primitive.Arrow className="fill-ink" />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  </Primitive.Provider>
)
