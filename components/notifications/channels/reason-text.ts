import type { ChannelRefusal } from '@/lib/channels/channel-error'
import { sentence } from '@/lib/client/i18n/sentence'
import type { Translator } from '@/lib/client/i18n/translator'
import { ApiError } from '@/lib/client/request'
import type { Failure } from '@/lib/outbox/failure'

/** Words why a message was not accepted, or a request refused, for the middle of a sentence. */
export function reasonText(
  t: Translator<'notifications'>,
  reason: Failure | ChannelRefusal,
): string {
  if (reason.code === 'other') return reason.text
  if (reason.code === 'channelOff') {
    return t('reason.channelOff', { channel: t(`reasonChannel.${reason.channel}`) })
  }
  const { code, ...parameters } = reason
  const values = Object.entries(parameters).map(([name, value]) => [
    name,
    typeof value === 'object' ? reasonText(t, value) : String(value),
  ])
  return t(`reason.${code}`, Object.fromEntries(values))
}

/** Describes why the service refused an action; `malformed` is the text for input that it could not read. */
export function failureText(
  t: Translator<'notifications'>,
  error: unknown,
  malformed?: string,
): string {
  if (!(error instanceof ApiError)) return t('failure.unreached')
  const { status, reason, message } = error
  if (status === 401) return t('failure.session')
  if (status >= 500 && status !== 503) return t('failure.busy')
  // A newer service may know more reasons than this page.
  if (isKnown(t, reason)) return sentence(reasonText(t, reason))
  return sentence(status === 400 && malformed !== undefined ? malformed : message)
}

function isKnown(
  t: Translator<'notifications'>,
  reason: ApiError['reason'],
): reason is ApiError['reason'] & ChannelRefusal {
  return reason !== undefined && t.has(`reason.${reason.code}` as 'reason.noAnswer')
}

/** Describes a failed removal; undefined without a failure. */
export function stillThere(t: Translator<'notifications'>, error: unknown) {
  return error ? { title: t('failure.still'), text: failureText(t, error) } : undefined
}
