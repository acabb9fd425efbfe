'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import type { ChannelOffers, SubscriptionView } from '@/lib/client/channels'
import type { Address } from '@/lib/core/address'
import type { NotificationType } from '@/lib/core/notification'
import { AddBrowser } from './add-browser'
import { AddMail } from './add-mail'
import { AddTelegram } from './add-telegram'
import { AddWebhook } from './add-webhook'
import { channelIcons } from './channel-card'
import type { ChannelKind } from './channel-face'

type Props = {
  readonly account: Address
  readonly offers: ChannelOffers
  readonly subscriptions: readonly SubscriptionView[]
  /** What a new channel is sent. */
  readonly types: readonly NotificationType[]
}

/** Lists the channels that can be added, and those that this service does not offer. */
export const AddChannel = ({ account, offers, subscriptions, types }: Props) => {
  const t = useTranslations('notifications')
  const [adding, setAdding] = useState<ChannelKind>()
  const isFull = subscriptions.length >= offers.most
  const isNothing = types.length === 0
  const close = () => setAdding(undefined)
  const publicKey = offers.channels.find(({ channel }) => channel === 'web_push')?.publicKey
  return (
    <>
      {isFull ? (
        <p className="text-small text-ink-2">{t('offer.full', { most: offers.most })}</p>
      ) : null}
      {isNothing ? <p className="text-small text-warn">{t('types.none')}</p> : null}
      <ul className="grid grid-cols-1 gap-3 tab:grid-cols-2">
        {offers.channels.map(({ channel, offered }) => (
          <Offer
            key={channel}
            channel={channel}
            isOffered={offered}
            count={subscriptions.filter((each) => each.channel === channel).length}
          >
            {offered ? (
              <Button aria-disabled={isFull || isNothing} onClick={() => setAdding(channel)}>
                {t.rich('offer.add', {
                  channel: t(`channel.${channel}`),
                  hidden: (chunks) => <span className="sr-only">{chunks}</span>,
                })}
              </Button>
            ) : (
              <span className="text-small text-ink-2">{t('offer.none')}</span>
            )}
          </Offer>
        ))}
      </ul>
      {adding === 'webhook' ? <AddWebhook account={account} types={types} onClose={close} /> : null}
      {adding === 'telegram' ? (
        <AddTelegram
          account={account}
          types={types}
          subscriptions={subscriptions}
          onClose={close}
        />
      ) : null}
      {adding === 'email' ? (
        <AddMail account={account} types={types} subscriptions={subscriptions} onClose={close} />
      ) : null}
      {adding === 'web_push' && publicKey !== undefined ? (
        <AddBrowser account={account} types={types} publicKey={publicKey} onClose={close} />
      ) : null}
    </>
  )
}

type OfferProps = {
  readonly channel: ChannelKind
  /** A channel that cannot be added has no state: the text below says so. */
  readonly isOffered: boolean
  /** Number of the account's channels of this kind. */
  readonly count: number
  readonly children: ReactNode
}

const Offer = ({ channel, isOffered, count, children }: OfferProps) => {
  const t = useTranslations('notifications')
  const Icon = channelIcons[channel]
  return (
    <li className="grid content-start gap-2 rounded-panel border border-card-edge bg-surface p-4 tab:p-6">
      <div className="flex items-center gap-3">
        <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-2" />
        <h3 className="flex-1 font-medium">{t(`channel.${channel}`)}</h3>
        {count > 0 ? <Badge tone="surplus">{t('offer.added', { count })}</Badge> : null}
        {count === 0 && isOffered ? <Badge>{t('state.name.paused')}</Badge> : null}
      </div>
      <p className="text-small text-ink-2">{t(`offer.note.${channel}`)}</p>
      <div className="mt-1 flex min-h-11 items-center">{children}</div>
    </li>
  )
}
