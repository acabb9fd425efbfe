import type { Tone } from '@/components/ui/badge'
import type { SubscriptionView } from '@/lib/client/channels'
import { withFullStop } from '@/lib/client/i18n/sentence'
import type { Translator } from '@/lib/client/i18n/translator'
import type { Failure } from '@/lib/outbox/failure'
import { reasonText } from './reason-text'

/** The kinds of channels. */
export type ChannelKind = SubscriptionView['channel']

/** Colours of the channel states; the catalogue has their names. */
export const stateTones: Readonly<Record<SubscriptionView['state'], Tone>> = {
  on: 'surplus',
  failing: 'warn',
  paused: 'neutral',
  unconfirmed: 'info',
  stopped: 'danger',
}

/** The texts of a channel's card. */
export type ChannelFacts = Pick<
  SubscriptionView,
  'state' | 'channel' | 'lastSentAt' | 'lastError' | 'failingSince' | 'stoppedAt' | 'stoppedReason'
>

/** Describes a channel's state and the available actions; `when` formats a time. */
export function stateText(
  t: Translator<'notifications'>,
  facts: ChannelFacts,
  when: (iso: string) => string,
): string {
  const { state, channel, lastSentAt, lastError, failingSince, stoppedAt, stoppedReason } = facts
  const last = lastSentAt === null ? t('state.never') : t('state.last', { when: when(lastSentAt) })
  if (state === 'unconfirmed') {
    return channel === 'email' ? t('state.openMail') : t('state.notAgreed')
  }
  if (state === 'stopped') {
    const why = reasonOf(t, stoppedReason ?? lastError)
    return stoppedAt === null
      ? t('state.givenUp', { why, last })
      : t('state.givenUpAt', { when: when(stoppedAt), why, last })
  }
  if (state === 'failing') {
    const why = reasonOf(t, lastError)
    return failingSince === null
      ? t('state.notReached', { why, last })
      : t('state.notReachedSince', { when: when(failingSince), why, last })
  }
  if (state === 'paused') return t('state.off', { last })
  return lastError === null ? last : t('state.lastFailed', { last, why: reasonOf(t, lastError) })
}

/** Formats a channel's last error as a sentence. */
function reasonOf(t: Translator<'notifications'>, error: Failure | null): string {
  return withFullStop(error ? reasonText(t, error) : t('state.noReason'))
}
