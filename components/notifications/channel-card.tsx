'use client'

import { Bell, type LucideIcon, Mail, Send, Webhook } from 'lucide-react'
import { useState } from 'react'
import { localText } from '@/components/orders/time-text'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Disclosure } from '@/components/ui/disclosure'
import type { SubscriptionView } from '@/lib/client/channels'
import type { Address } from '@/lib/core/address'
import { type ChannelKind, channelTitles, stateFace, stateText } from './channel-face'
import { ChannelForm } from './channel-form'
import { FailureLine } from './failure-line'
import { failureText } from './failure-text'
import { RemoveChannel } from './remove-channel'
import { RotateSecret } from './rotate-secret'
import { useChangeChannel, useTestChannel } from './use-channels'
import { useFailureEnd } from './use-failure-end'

/** The picture of a kind of channel. */
export const channelIcons: Readonly<Record<ChannelKind, LucideIcon>> = {
  webhook: Webhook,
  telegram: Send,
  email: Mail,
  web_push: Bell,
}

type Props = { readonly account: Address; readonly subscription: SubscriptionView }

/** A channel: how it is, what came of its last message, and what can be done. */
export const ChannelCard = ({ account, subscription }: Props) => {
  const { id, channel, label, state } = subscription
  const [isRemoving, setRemoving] = useState(false)
  const change = useChangeChannel(account, id)
  const face = stateFace(state)
  const Icon = channelIcons[channel]
  const title = `${channelTitles[channel]} ${label}`
  // What the service gave up is taken up again by switching it on.
  const isOn = subscription.enabled && state !== 'stopped'
  useFailureEnd(change, isOn)
  return (
    <li
      aria-label={title}
      className="grid grid-cols-1 gap-3 rounded-card border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Icon aria-hidden="true" className="size-5 shrink-0 text-ink-2" />
        <h3 className="min-w-40 flex-1 font-medium wrap-anywhere">
          <span className="block text-label font-normal text-ink-2">{channelTitles[channel]} </span>
          {label}
        </h3>
        <Badge tone={face.tone}>{face.label}</Badge>
      </div>
      <p className="text-small wrap-anywhere text-ink-2">
        {stateText(subscription, (iso) => localText(new Date(iso), new Date()))}
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
              {isOn ? 'Switch off' : 'Switch on'}
              <span className="sr-only"> {title}</span>
            </Button>
          </>
        )}
        <Button size="small" onClick={() => setRemoving(true)}>
          Remove<span className="sr-only"> {title}</span>
        </Button>
      </div>
      <FailureLine error={change.error} />
      <Disclosure summary="What is sent, and when">
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

type TestProps = Props & { readonly what: string }

const TestButton = ({ account, subscription, what }: TestProps) => {
  const test = useTestChannel(account, subscription.id)
  useFailureEnd(test, subscription.state === 'on')
  const { data } = test
  return (
    <>
      <Button size="small" busy={test.isPending} onClick={() => test.mutate(undefined)}>
        Send a test<span className="sr-only"> to {what}</span>
      </Button>
      <span role="status" className="order-last basis-full text-small empty:hidden">
        {data?.sent ? <span className="text-surplus">The test has arrived.</span> : null}
        {data && !data.sent ? (
          <span className="text-danger">The test did not arrive: {data.error}.</span>
        ) : null}
        {test.isError ? <span className="text-danger">{failureText(test.error)}</span> : null}
      </span>
    </>
  )
}
