'use client'

import type { ComponentProps, ReactNode } from 'react'
import { Alert } from './alert'
import { Button } from './button'
import { Dialog, DialogContent } from './dialog'

type Props = Question & { readonly isOpen: boolean }

type Question = {
  readonly title: string
  /** What happens then. */
  readonly description: string
  /** What the button says that does it, and the one that does not. */
  readonly labels: { readonly act: string; readonly keep: string }
  readonly busy: boolean
  readonly onAct: () => void
  readonly onClose: () => void
  /** Why it was not done. */
  readonly failure?: { readonly title: string; readonly text: ReactNode } | undefined
  /** What it is about. */
  readonly children?: ReactNode
}

/** Asks before something is done that cannot be taken back. */
export const ConfirmDialog = ({ isOpen, ...question }: Props) => (
  <Dialog open={isOpen} onOpenChange={(open) => (open ? undefined : question.onClose())}>
    <DialogContent {...confirmWindow(question)} />
  </Dialog>
)

/** The window of a question, for a dialog that shows something else once it was done. */
export const confirmWindow = ({
  title,
  description,
  labels,
  busy,
  onAct,
  onClose,
  failure,
  children,
}: Question): ComponentProps<typeof DialogContent> => ({
  title,
  description,
  footer: (
    <div className="grid gap-2 xs:grid-cols-2">
      <Button size="large" onClick={onClose}>
        {labels.keep}
      </Button>
      <Button variant="danger" size="large" busy={busy} onClick={onAct}>
        {labels.act}
      </Button>
    </div>
  ),
  children: (
    <div className="grid grid-cols-1 gap-4">
      {children}
      {failure === undefined ? null : (
        <Alert tone="danger" title={failure.title}>
          {failure.text}
        </Alert>
      )}
    </div>
  ),
})
