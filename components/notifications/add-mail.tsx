'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'
import { TextField } from '@/components/ui/text-field'
import type { SubscriptionView } from '@/lib/client/channels'
import type { Address } from '@/lib/core/address'
import { failureText } from './failure-text'
import { useAddChannel, useSubscriptionWatch } from './use-channels'

type Props = {
  readonly account: Address
  readonly subscriptions: readonly SubscriptionView[]
  readonly onClose: () => void
}

/** Adds a mail address: the address, then the wait until its owner has agreed by the link in the first mail. */
export const AddMail = ({ account, subscriptions, onClose }: Props) => {
  const add = useAddChannel(account)
  const [address, setAddress] = useState('')
  const added = add.data?.subscription
  const now = subscriptions.find(({ id }) => id === added?.id) ?? added
  const isWaiting = now?.state === 'unconfirmed'
  useSubscriptionWatch(account, isWaiting)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate({ channel: 'email', address: address.trim() })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Send by e-mail"
        description="The address is asked first: nothing is sent before its owner agrees."
      >
        {added === undefined ? (
          <form onSubmit={submit} className="grid grid-cols-1 gap-4">
            <TextField
              label="Mail address"
              type="email"
              autoComplete="email"
              required
              data-autofocus=""
              placeholder="anna@example.org"
              error={add.isError ? failureText(add.error) : undefined}
              value={address}
              onChange={(event) => {
                add.reset()
                setAddress(event.target.value)
              }}
            />
            <Button type="submit" variant="primary" size="large" busy={add.isPending}>
              Send the confirmation
            </Button>
          </form>
        ) : (
          <div role="status" className="grid grid-cols-1 gap-4">
            {isWaiting ? (
              <Sent address={address.trim()} />
            ) : (
              <p>
                <span className="font-medium text-surplus">Confirmed.</span> From now on
                notifications go to <strong className="wrap-anywhere">{address.trim()}</strong>.
              </p>
            )}
            <Button onClick={onClose}>Close</Button>
          </div>
        )}
      </DialogContent>
    </Dialog>
  )
}

/** The wait for the reader of a mailbox. */
const Sent = ({ address }: { readonly address: string }) => (
  <>
    <p>
      A mail has gone to <strong className="wrap-anywhere">{address}</strong>. Open the link in it
      within 24 hours.
    </p>
    <p className="flex items-center gap-2 text-small text-ink-2">
      <Spinner /> Waiting for confirmation
    </p>
    <p className="text-small text-ink-2">
      No mail? Look among the unwanted ones; adding the address again sends another.
    </p>
  </>
)
