'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'
import { TextField } from '@/components/ui/text-field'
import type { SubscriptionView } from '@/lib/client/channels'
import type { Address } from '@/lib/core/address'
import type { NotificationType } from '@/lib/core/notification'
import { failureText } from './reason-text'
import { useAddChannel, useSubscriptionWatch } from './use-channels'

type Props = {
  readonly account: Address
  /** What it is sent. */
  readonly types: readonly NotificationType[]
  readonly subscriptions: readonly SubscriptionView[]
  readonly onClose: () => void
}

/** Adds an email address: enter it, then confirm by the link in the first email. */
export const AddMail = ({ account, types, subscriptions, onClose }: Props) => {
  const t = useTranslations('notifications')
  const add = useAddChannel(account)
  const [address, setAddress] = useState('')
  const added = add.data?.subscription
  const now = subscriptions.find(({ id }) => id === added?.id) ?? added
  const isWaiting = now?.state === 'unconfirmed'
  useSubscriptionWatch(account, isWaiting)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate({ channel: 'email', types, address: address.trim() })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('mail.title')} description={t('mail.text')}>
        {added === undefined ? (
          <form onSubmit={submit} className="grid grid-cols-1 gap-4">
            <TextField
              label={t('mail.address')}
              type="email"
              autoComplete="email"
              required
              data-autofocus=""
              placeholder="anna@example.org"
              error={add.isError ? failureText(t, add.error, t('reason.mailMalformed')) : undefined}
              value={address}
              onChange={(event) => {
                add.reset()
                setAddress(event.target.value)
              }}
            />
            <Button type="submit" variant="primary" size="large" busy={add.isPending}>
              {t('mail.send')}
            </Button>
          </form>
        ) : (
          <div role="status" className="grid grid-cols-1 gap-4">
            {isWaiting ? (
              <Sent address={address.trim()} />
            ) : (
              <p>
                {t.rich('mail.confirmed', {
                  address: address.trim(),
                  good: (chunks) => <span className="font-medium text-surplus">{chunks}</span>,
                  strong,
                })}
              </p>
            )}
            <Button onClick={onClose}>{t('close')}</Button>
          </div>
        )}
      </DialogContent>
    </Dialog>
  )
}

const strong = (chunks: ReactNode) => <strong className="wrap-anywhere">{chunks}</strong>

/** Shown while the confirmation is pending. */
const Sent = ({ address }: { readonly address: string }) => {
  const t = useTranslations('notifications')
  return (
    <>
      <p>{t.rich('mail.sent', { address, strong })}</p>
      <p className="flex items-center gap-2 text-small text-ink-2">
        <Spinner /> {t('state.name.unconfirmed')}
      </p>
      <p className="text-small text-ink-2">{t('mail.hint')}</p>
    </>
  )
}
