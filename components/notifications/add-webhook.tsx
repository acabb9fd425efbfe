'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/text-field'
import type { Address } from '@/lib/core/address'
import { failureText } from './failure-text'
import { useAddChannel } from './use-channels'
import { secretWindow } from './webhook-secret'

type Props = { readonly account: Address; readonly onClose: () => void }

/** Adds a webhook: its address, then the secret, told once. */
export const AddWebhook = ({ account, onClose }: Props) => {
  const add = useAddChannel(account)
  const [url, setUrl] = useState('')
  const secret = add.data?.secret
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate({ channel: 'webhook', url: url.trim() })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      {secret === undefined ? (
        <DialogContent
          title="Send to a webhook"
          description="Each notification is posted there as JSON, signed, and tried again when your server is down."
        >
          <form onSubmit={submit} className="grid grid-cols-1 gap-4">
            <TextField
              label="Address of your server"
              type="url"
              inputMode="url"
              required
              data-autofocus=""
              placeholder="https://example.org/hook"
              hint="https, reachable from the Internet"
              error={add.isError ? failureText(add.error) : undefined}
              value={url}
              onChange={(event) => {
                add.reset()
                setUrl(event.target.value)
              }}
            />
            <Button type="submit" variant="primary" size="large" busy={add.isPending}>
              Add webhook
            </Button>
          </form>
        </DialogContent>
      ) : (
        <DialogContent {...secretWindow({ title: 'Webhook added', secret, onClose })} />
      )}
    </Dialog>
  )
}
