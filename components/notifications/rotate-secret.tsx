'use client'

import { useState } from 'react'
import { localText } from '@/components/orders/time-text'
import { Button } from '@/components/ui/button'
import { confirmWindow } from '@/components/ui/confirm-dialog'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import type { SubscriptionView } from '@/lib/client/channels'
import type { Address } from '@/lib/core/address'
import { failureText } from './failure-text'
import { useRotateSecret } from './use-channels'
import { secretWindow } from './webhook-secret'

type Props = { readonly account: Address; readonly subscription: SubscriptionView }

/** Gives a webhook a new secret; the old one holds for another day. */
export const RotateSecret = ({ account, subscription }: Props) => {
  const rotate = useRotateSecret(account, subscription.id)
  const [isOpen, setOpen] = useState(false)
  const until = overlapEnd(subscription)
  const close = () => {
    // The secret that is on its way is to be seen.
    if (rotate.isPending) return
    setOpen(false)
    rotate.reset()
  }
  const shown = rotate.data
    ? secretWindow({ title: 'New secret', secret: rotate.data.secret, onClose: close })
    : confirmWindow({
        title: 'Make a new secret?',
        description: consequence(until),
        labels: { act: 'Make a new secret', keep: 'Keep it' },
        busy: rotate.isPending,
        onAct: () => rotate.mutate(undefined),
        onClose: close,
        failure: rotate.error
          ? { title: 'No new secret has come', text: failureText(rotate.error) }
          : undefined,
      })
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-small font-medium">Secret</p>
      <p className="text-small text-ink-2">
        {until === undefined
          ? 'Messages are signed with it. A new one replaces it: for 24 hours they are signed with both.'
          : `Messages are signed with the old secret too until ${until}.`}
      </p>
      <Button size="small" onClick={() => setOpen(true)}>
        Make a new secret
      </Button>
      <Dialog open={isOpen} onOpenChange={(open) => !open && close()}>
        <DialogContent {...shown} />
      </Dialog>
    </div>
  )
}

/** Until when messages are signed with two secrets, in words; undefined: they are signed with one. */
function overlapEnd({ oldSecretUntil }: SubscriptionView): string | undefined {
  const now = new Date()
  if (oldSecretUntil === null) return undefined
  const end = new Date(oldSecretUntil)
  return end > now ? localText(end, now) : undefined
}

function consequence(until: string | undefined): string {
  return until === undefined
    ? 'Your server needs it within 24 hours: until then messages are signed with the secret it has, too.'
    : `It takes the place of the one made last, which is no good any more. Messages are signed with the one before that, too, until ${until}: your server needs the new one by then.`
}
