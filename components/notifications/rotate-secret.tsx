'use client'

import { useState } from 'react'
import { localText } from '@/components/orders/time-text'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import type { SubscriptionView } from '@/lib/client/channels'
import type { Address } from '@/lib/core/address'
import { FailureLine } from './failure-line'
import { useRotateSecret } from './use-channels'
import { WebhookSecret } from './webhook-secret'

type Props = { readonly account: Address; readonly subscription: SubscriptionView }

/** Gives a webhook a new secret; the old one holds for another day. */
export const RotateSecret = ({ account, subscription }: Props) => {
  const rotate = useRotateSecret(account, subscription.id)
  const [isOpen, setOpen] = useState(false)
  const until = subscription.oldSecretUntil
  const close = () => {
    setOpen(false)
    rotate.reset()
  }
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-small font-medium">Secret</p>
      <p className="text-small text-ink-2">
        {until === null
          ? 'Messages are signed with it. A new one replaces it: for 24 hours they are signed with both.'
          : `Messages are signed with the old secret too until ${localText(new Date(until), new Date())}.`}
      </p>
      <Button
        size="small"
        busy={rotate.isPending}
        onClick={() => rotate.mutate(undefined, { onSuccess: () => setOpen(true) })}
      >
        Make a new secret
      </Button>
      <FailureLine error={rotate.error} />
      <Dialog open={isOpen} onOpenChange={(open) => !open && close()}>
        <DialogContent title="New secret">
          {rotate.data ? <WebhookSecret secret={rotate.data.secret} /> : null}
        </DialogContent>
      </Dialog>
    </div>
  )
}
