'use client'

import { useTranslations } from 'next-intl'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useState } from 'react'
import { useNow } from '@/components/app/use-now'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Dialog, DialogContent } from '@/components/ui/dialog'
import { Spinner } from '@/components/ui/spinner'
import type { Added, SubscriptionView } from '@/lib/client/channels'
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

/** Adds a Telegram chat: opens a single-use link in Telegram, then waits for the confirmation. */
export const AddTelegram = ({ account, types, subscriptions, onClose }: Props) => {
  const t = useTranslations('notifications')
  const ui = useTranslations('ui')
  const { mutate, data, error, isPending } = useAddChannel(account)
  const [before] = useState(() => subscriptions)
  const added = findLinked(before, subscriptions)
  useSubscriptionWatch(account, added === undefined)
  // The link keeps the types that were chosen when it was made.
  const [asked] = useState(types)
  useEffect(() => mutate({ channel: 'telegram', types: asked }), [mutate, asked])
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('telegram.title')}
        description={added ? t('telegram.linked') : t('telegram.open')}
        footer={
          added ? (
            <Button size="large" className="w-full" onClick={onClose}>
              {t('done')}
            </Button>
          ) : undefined
        }
      >
        <div className="grid grid-cols-1 gap-4">
          {error ? (
            <Alert
              tone="danger"
              title={t('telegram.noLink')}
              actions={
                <Button size="small" onClick={() => mutate({ channel: 'telegram' })}>
                  {ui('answer.retry')}
                </Button>
              }
            >
              {failureText(t, error)}
            </Alert>
          ) : null}
          {isPending ? <Waiting>{t('telegram.making')}</Waiting> : null}
          {added ? (
            <p role="status" className="font-medium text-surplus">
              {t('telegram.done', { chat: added.label })}
            </p>
          ) : null}
          {data?.link && !added ? (
            <Link link={data.link} onAgain={() => mutate({ channel: 'telegram' })} />
          ) : null}
        </div>
      </DialogContent>
    </Dialog>
  )
}

/** Finds the chat that was confirmed meanwhile; it may have been linked before. */
function findLinked(before: readonly SubscriptionView[], now: readonly SubscriptionView[]) {
  const agreed = new Map(before.map(({ id, agreedAt }) => [id, agreedAt]))
  return now.find(
    ({ id, channel, agreedAt }) => channel === 'telegram' && agreed.get(id) !== agreedAt,
  )
}

type LinkProps = {
  readonly link: NonNullable<Added['link']>
  readonly onAgain: () => void
}

const Link = ({ link, onAgain }: LinkProps) => {
  const t = useTranslations('notifications')
  const now = useNow()
  const leftMs = Date.parse(link.expiresAt) - now
  if (now > 0 && leftMs <= 0) {
    return (
      <Alert
        tone="warn"
        title={t('telegram.old')}
        actions={
          <Button size="small" onClick={onAgain}>
            {t('telegram.another')}
          </Button>
        }
      />
    )
  }
  return (
    <div className="grid justify-items-start gap-4">
      <a
        href={link.url}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ variant: 'primary' })}
      >
        {t('telegram.act')}
      </a>
      <QRCodeSVG
        value={link.url}
        size={208}
        title={t('telegram.qr')}
        className="max-w-full rounded-well"
        {...look}
      />
      <Waiting>{t('telegram.waiting')}</Waiting>
      <p className="text-small text-ink-2">
        {t('telegram.once', { minutes: Math.ceil(leftMs / 60_000) || 10 })}
      </p>
    </div>
  )
}

/** Dark on light in both themes: many scanners cannot read inverted codes. */
const look = { level: 'M', marginSize: 4, bgColor: '#ffffff', fgColor: '#1b1a17' } as const

const Waiting = ({ children }: { readonly children: string }) => (
  <p role="status" className="flex items-center gap-2 text-small text-ink-2">
    <Spinner /> {children}
  </p>
)
