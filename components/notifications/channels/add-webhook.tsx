'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/text-field'
import type { Address } from '@/lib/core/address'
import type { NotificationType } from '@/lib/core/notification'
import { failureText } from './reason-text'
import { useAddChannel } from './use-channels'
import { secretWindow } from './webhook-secret'

type Props = {
  readonly account: Address
  /** What it is sent. */
  readonly types: readonly NotificationType[]
  readonly onClose: () => void
}

/** Adds a webhook: enter its URL, then copy the secret, which is shown once. */
export const AddWebhook = ({ account, types, onClose }: Props) => {
  const t = useTranslations('notifications')
  const add = useAddChannel(account)
  const [url, setUrl] = useState('')
  const secret = add.data?.secret
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate({ channel: 'webhook', types, url: url.trim() })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      {secret === undefined ? (
        <DialogContent title={t('webhook.title')} description={t('webhook.text')}>
          <form onSubmit={submit} className="grid grid-cols-1 gap-4">
            <TextField
              label={t('webhook.address')}
              type="url"
              inputMode="url"
              required
              data-autofocus=""
              placeholder="https://example.org/hook"
              hint={t('webhook.hint')}
              error={add.isError ? failureText(t, add.error) : undefined}
              value={url}
              onChange={(event) => {
                add.reset()
                setUrl(event.target.value)
              }}
            />
            <Button type="submit" variant="primary" size="large" busy={add.isPending}>
              {t('webhook.add')}
            </Button>
          </form>
        </DialogContent>
      ) : (
        <DialogContent {...secretWindow(t, { title: t('webhook.added'), secret, onClose })} />
      )}
    </Dialog>
  )
}
