import type { Tone } from '@/components/ui/badge'
import type { SubscriptionView } from '@/lib/client/channels'

/** What notifications are sent by. */
export type ChannelKind = SubscriptionView['channel']

/** How a kind of channel is named. */
export const channelTitles: Readonly<Record<ChannelKind, string>> = {
  webhook: 'Webhook',
  telegram: 'Telegram',
  email: 'E-mail',
  web_push: 'Browser',
}

type Face = { readonly label: string; readonly tone: Tone }

const faces: Readonly<Record<SubscriptionView['state'], Face>> = {
  on: { label: 'On', tone: 'surplus' },
  failing: { label: 'Failing', tone: 'warn' },
  paused: { label: 'Off', tone: 'neutral' },
  unconfirmed: { label: 'Waiting for confirmation', tone: 'info' },
  stopped: { label: 'Stopped', tone: 'danger' },
}

/** How the state of a channel is named. */
export function stateFace(state: SubscriptionView['state']): Face {
  return faces[state]
}

/** What there is to say of a channel. */
export type ChannelFacts = Pick<
  SubscriptionView,
  'state' | 'channel' | 'lastSentAt' | 'lastError' | 'failingSince' | 'stoppedAt' | 'stoppedReason'
>

/** What a channel's state means and what can be done about it; `when` words a moment. */
export function stateText(facts: ChannelFacts, when: (iso: string) => string): string {
  const { state, channel, lastSentAt, lastError, failingSince, stoppedAt, stoppedReason } = facts
  const last = lastSentAt === null ? 'Nothing was sent yet.' : `Last sent ${when(lastSentAt)}.`
  if (state === 'unconfirmed') {
    return channel === 'email'
      ? 'Open the link in the mail that was sent there; it works for 24 hours.'
      : 'The receiver has not agreed yet.'
  }
  if (state === 'stopped') {
    const since = stoppedAt === null ? '' : ` ${when(stoppedAt)}`
    return `Given up${since}: ${sentence(stoppedReason ?? lastError)} Switch it on again once that is mended. ${last}`
  }
  if (state === 'failing') {
    const since = failingSince === null ? 'now' : `since ${when(failingSince)}`
    return `Not reached ${since}: ${sentence(lastError)} It is tried again by itself. ${last}`
  }
  if (state === 'paused') return `Switched off by you: nothing is sent there. ${last}`
  return lastError === null ? last : `${last} The last attempt failed: ${sentence(lastError)}`
}

/** An error of a receiver, ended as a sentence. */
function sentence(error: string | null): string {
  const text = error?.trim() || 'the reason is not known'
  return /[.!?]$/.test(text) ? text : `${text}.`
}
