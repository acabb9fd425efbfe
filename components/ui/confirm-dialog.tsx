'use client'

import type { ReactNode } from 'react'
import { Alert } from './alert'
import { Button } from './button'
import { Dialog, DialogContent } from './dialog'

type Props = {
  readonly isOpen: boolean
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
export const ConfirmDialog = (props: Props) => {
  const { isOpen, title, description, labels, busy, onAct, onClose, failure, children } = props
  return (
    <Dialog open={isOpen} onOpenChange={(open) => (open ? undefined : onClose())}>
      <DialogContent
        title={title}
        description={description}
        footer={
          <div className="grid gap-2 xs:grid-cols-2">
            <Button size="large" onClick={onClose}>
              {labels.keep}
            </Button>
            <Button variant="danger" size="large" busy={busy} onClick={onAct}>
              {labels.act}
            </Button>
          </div>
        }
      >
        <div className="grid grid-cols-1 gap-4">
          {children}
          {failure === undefined ? null : (
            <Alert tone="danger" title={failure.title}>
              {failure.text}
            </Alert>
          )}
        </div>
      </DialogContent>
    </Dialog>
  )
}
