'use client'

import type { ReactNode } from 'react'
import { lazyPart, OnceOpen } from './lazy-part'

/** `fit` grows with its content; `full` takes the full height on phones, for long lists. */
export type DialogHeight = 'fit' | 'full'

/** `footer` closes by footer buttons only, for content that is shown only once. */
export type DialogClosing = 'any' | 'footer'

/** Content and behaviour of a dialog window. */
export type DialogProps = {
  /** Referenced by the `aria-controls` of the opener. */
  readonly id?: string
  readonly title: string
  /** Beside the title: what changes while the dialog is open. */
  readonly aside?: ReactNode
  /** A sentence below the title: what happens next. */
  readonly description?: string
  readonly height?: DialogHeight
  readonly closing?: DialogClosing
  /** Stays visible below the scrolling content. */
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

/** The window of a dialog: centred from 768 px width, a bottom sheet below that. */
export const DialogContent = lazyPart<DialogProps>(
  async () => (await import('./dialog-window')).DialogWindow,
)

/** A dialog opened by state, loaded lazily. Focus returns to the opener. */
export const Dialog = (props: Props) => (
  <OnceOpen isOpen={props.open}>
    <Root {...props} />
  </OnceOpen>
)
