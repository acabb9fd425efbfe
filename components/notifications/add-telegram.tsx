'use client'

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
import { failureText } from './failure-text'
import { useAddChannel, useSubscriptionWatch } from './use-channels'

type Props = {
  readonly account: Address
  readonly subscriptions: readonly SubscriptionView[]
  readonly onClose: () => void
}

/** Adds a Telegram chat: a link that is opened in Telegram, once, and the wait until it was. */
export const AddTelegram = ({ account, subscriptions, onClose }: Props) => {
  const { mutate, data, error, isPending } = useAddChannel(account)
  const [before] = useState(() => subscriptions)
  const added = findLinked(before, subscriptions)
  useSubscriptionWatch(account, added === undefined)
  useEffect(() => mutate({ channel: 'telegram' }), [mutate])
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Send to Telegram"
        description={
          added
            ? 'From now on notifications go to this chat. Send it /stop to end them.'
            : 'Open the link on the device that has Telegram, press Start there, and agree.'
        }
        footer={
          added ? (
            <Button size="large" className="w-full" onClick={onClose}>
              Done
            </Button>
          ) : undefined
        }
      >
        <div className="grid grid-cols-1 gap-4">
          {error ? (
            <Alert
              tone="danger"
              title="There is no link now"
              actions={
                <Button size="small" onClick={() => mutate({ channel: 'telegram' })}>
                  Try again
                </Button>
              }
            >
              {failureText(error)}
            </Alert>
          ) : null}
          {isPending ? <Waiting>Making a link</Waiting> : null}
          {added ? (
            <p role="status" className="font-medium text-surplus">
              {added.label} is linked.
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

/** The chat that has agreed meanwhile; it may have been linked before. */
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
  const now = useNow()
  const leftMs = Date.parse(link.expiresAt) - now
  if (now > 0 && leftMs <= 0) {
    return (
      <Alert
        tone="warn"
        title="The link is too old"
        actions={
          <Button size="small" onClick={onAgain}>
            Make another
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
        Open Telegram
      </a>
      <QRCodeSVG
        value={link.url}
        size={208}
        title="QR code of the link"
        className="max-w-full rounded-well"
        {...look}
      />
      <Waiting>Waiting until the chat is opened</Waiting>
      <p className="text-small text-ink-2">
        It works once, for another {Math.ceil(leftMs / 60_000) || 10} min. Nobody else should open
        it.
      </p>
    </div>
  )
}

/** Dark on light in both themes: many scanners read nothing else. */
const look = { level: 'M', marginSize: 4, bgColor: '#ffffff', fgColor: '#1b1a17' } as const

const Waiting = ({ children }: { readonly children: string }) => (
  <p role="status" className="flex items-center gap-2 text-small text-ink-2">
    <Spinner /> {children}
  </p>
)
