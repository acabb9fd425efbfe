'use client'

import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import type { SubscriptionView } from '@/lib/client/channels'
import type { Address } from '@/lib/core/address'
import { failureText } from './failure-text'
import { useRemoveChannel } from './use-channels'

type Props = {
  readonly account: Address
  readonly subscription: SubscriptionView
  /** The channel in words. */
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks before a channel is removed. */
export const RemoveChannel = ({ account, subscription, title, isOpen, onClose }: Props) => {
  const remove = useRemoveChannel(account, subscription.id)
  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Remove this channel?"
        description="Nothing more is sent there, and the record of what was sent goes too."
        footer={
          <div className="grid gap-2 xs:grid-cols-2">
            <Button size="large" onClick={onClose}>
              Keep it
            </Button>
            <Button
              variant="danger"
              size="large"
              busy={remove.isPending}
              onClick={() => remove.mutate(undefined, { onSuccess: onClose })}
            >
              Remove
            </Button>
          </div>
        }
      >
        <div className="grid gap-3">
          <p className="wrap-anywhere">{title}</p>
          {remove.isError ? (
            <Alert tone="danger" title="It is still there">
              {failureText(remove.error)}
            </Alert>
          ) : null}
        </div>
      </DialogContent>
    </Dialog>
  )
}
