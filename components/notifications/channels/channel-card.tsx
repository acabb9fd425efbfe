'use client'

import { Bell, type LucideIcon, Mail, Send, Webhook } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Disclosure } from '@/components/ui/disclosure'
import type { SubscriptionView } from '@/lib/client/channels'
import type { Address } from '@/lib/core/address'
import { type ChannelKind, stateText, stateTones } from './channel-face'
import { ChannelForm } from './channel-form'
import { FailureLine, useFailureEnd } from './failure-line'
import { failureText, reasonText, stillThere } from './reason-text'
import { RotateSecret } from './rotate-secret'
import { useChangeChannel, useRemoveChannel, useTestChannel } from './use-channels'

/** The icon of a kind of channel. */
export const channelIcons: Readonly<Record<ChannelKind, LucideIcon>> = {
  webhook: Webhook,
  telegram: Send,
  email: Mail,
  web_push: Bell,
}

type Props = { readonly account: Address; readonly subscription: SubscriptionView }

/** A channel with its state, its last delivery and its actions. */
export const ChannelCard = ({ account, subscription }: Props) => {
  const t = useTranslations('notifications')
  const format = useFormat()
  const { id, channel, label, state } = subscription
  const [isRemoving, setRemoving] = useState(false)
  const change = useChangeChannel(account, id)

  const Icon = channelIcons[channel]
  const kind = t(`channel.${channel}`)
  const title = `${kind} ${label}`
  // Enabling a channel also reactivates one that the service has disabled.
  const isOn = subscription.enabled && state !== 'stopped'
  useFailureEnd(change, isOn)
  return (
    <li
      aria-label={title}
      className="grid grid-cols-1 gap-3 rounded-panel border border-card-edge bg-surface p-4 tab:p-6"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-2" />
        <h3 className="min-w-40 flex-1 font-medium wrap-anywhere">
          <span className="block text-label font-normal text-ink-2">{`${kind} `}</span>
          {label}
        </h3>
        <Badge tone={stateTones[state]}>{t(`state.name.${state}`)}</Badge>
      </div>
      <p className="text-small wrap-anywhere text-ink-2">
        {stateText(t, subscription, (iso) => format.local(new Date(iso), new Date()))}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {state === 'unconfirmed' ? null : (
          <>
            <TestButton account={account} subscription={subscription} what={title} />
            <Button
              size="small"
              busy={change.isPending}
              onClick={() => change.mutate({ enabled: !isOn })}
            >
              {t.rich(isOn ? 'card.switchOff' : 'card.switchOn', { title, hidden })}
            </Button>
          </>
        )}
        <Button size="small" onClick={() => setRemoving(true)}>
          {t.rich('card.remove', { title, hidden })}
        </Button>
      </div>
      <FailureLine error={change.error} />
      <Disclosure summary={t('card.what')}>
        <div className="grid grid-cols-1 gap-5 pt-2">
          <ChannelForm account={account} subscription={subscription} />
          {channel === 'webhook' ? (
            <RotateSecret account={account} subscription={subscription} />
          ) : null}
        </div>
      </Disclosure>
      <RemoveChannel
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        {...{ account, subscription, title }}
      />
    </li>
  )
}

const hidden = (chunks: ReactNode) => <span className="sr-only">{chunks}</span>

type TestProps = Props & { readonly what: string }

const TestButton = ({ account, subscription, what }: TestProps) => {
  const t = useTranslations('notifications')
  const test = useTestChannel(account, subscription.id)
  useFailureEnd(test, subscription.state === 'on')
  const { data } = test
  return (
    <>
      <Button size="small" busy={test.isPending} onClick={() => test.mutate(undefined)}>
        {t.rich('card.test', { title: what, hidden })}
      </Button>
      <span role="status" className="order-last basis-full text-small empty:hidden">
        {data?.sent ? <span className="text-surplus">{t('card.arrived')}</span> : null}
        {data?.error ? (
          <span className="text-danger">{t('card.lost', { why: reasonText(t, data.error) })}</span>
        ) : null}
        {test.isError ? <span className="text-danger">{failureText(t, test.error)}</span> : null}
      </span>
    </>
  )
}

type RemoveProps = {
  readonly account: Address
  readonly subscription: SubscriptionView
  /** The channel's name. */
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Asks for confirmation before a channel is removed. */
const RemoveChannel = ({ account, subscription, title, isOpen, onClose }: RemoveProps) => {
  const t = useTranslations('notifications')
  const remove = useRemoveChannel(account, subscription.id)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('remove.title')}
      description={t('remove.text')}
      labels={{ act: t('remove.act'), keep: t('keep') }}
      busy={remove.isPending}
      onAct={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
      failure={stillThere(t, remove.error)}
    >
      <p className="wrap-anywhere">{title}</p>
    </ConfirmDialog>
  )
}
