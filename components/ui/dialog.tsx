'use client'

import type { ReactNode } from 'react'
import { lazyPart, OnceOpen } from './lazy-part'

/** `fit` grows with its content; `full` takes the whole height on phones, for long lists. */
export type DialogHeight = 'fit' | 'full'

/** `footer` can be closed by what its footer offers alone: it shows what nobody sees a second time. */
export type DialogClosing = 'anyhow' | 'footer'

/** What a dialog shows. */
export type DialogProps = {
  /** For what opens it to name it by. */
  readonly id?: string
  readonly title: string
  /** A sentence under the title; say what happens next. */
  readonly description?: string
  readonly height?: DialogHeight
  readonly closing?: DialogClosing
  /** Stays in sight below the scrolling part. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

type Props = {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** A `DialogContent`. */
  readonly children: ReactNode
}

const Root = lazyPart<Props>(async () => (await import('./dialog-window')).DialogRoot)

/** The window of a dialog: centred from 768 px, a sheet at the bottom edge below. */
export const DialogContent = lazyPart<DialogProps>(
  async () => (await import('./dialog-window')).DialogWindow,
)

/** A dialog, opened by state; focus returns to the opener. Its code is loaded apart. */
export const Dialog = (props: Props) => (
  <OnceOpen isOpen={props.open}>
    <Root {...props} />
  </OnceOpen>
)
