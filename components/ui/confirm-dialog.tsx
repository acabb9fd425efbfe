'use client'

import type { ComponentProps, ReactNode } from 'react'
import { Alert } from './alert'
import { Button } from './button'
import { Dialog, DialogContent } from './dialog'

type Props = Question & { readonly isOpen: boolean }

type Question = {
  readonly title: string
  /** The consequence of confirming. */
  readonly description: string
  /** Labels of the confirm and the cancel button. */
  readonly labels: { readonly act: string; readonly keep: string }
  readonly busy: boolean
  readonly onAct: () => void
  readonly onClose: () => void
  /** Why the action failed. */
  readonly failure?: { readonly title: string; readonly text: ReactNode } | undefined
  /** Details of the affected object. */
  readonly children?: ReactNode
}

/** Asks for confirmation of an irreversible action. */
export const ConfirmDialog = ({ isOpen, ...question }: Props) => (
  <Dialog open={isOpen} onOpenChange={(open) => (open ? undefined : question.onClose())}>
    <DialogContent {...confirmWindow(question)} />
  </Dialog>
)

/** Returns the props of a confirmation window, for a dialog that later shows other content. */
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
