import type { BadgeSign, Tone } from '@/components/ui/badge'
import type { Translator } from '@/lib/client/i18n/translator'
import type { OwnNotification } from '@/lib/client/inbox'
import type { NotificationType } from '@/lib/core/notification'

type Face = { readonly label: string; readonly tone: Tone; readonly sign?: BadgeSign }
type Words = Translator<'account'>

const tones: Readonly<Record<NotificationType, Tone>> = {
  order_filled: 'surplus',
  order_partially_filled: 'surplus',
  order_expired: 'neutral',
  order_cancelled: 'danger',
  insufficient_balance: 'warn',
  price_improvement: 'surplus',
  price_alert: 'info',
}

const isKnown = (type: string): type is NotificationType => Object.hasOwn(tones, type)

/** Returns a notification type's name; a generic one for types unknown to this version. */
export function notificationFace(t: Words, type: string): Face {
  if (!isKnown(type)) return { label: t('type.news'), tone: 'neutral' }
  const label = t(`type.${type}`)
  return tones[type] === 'surplus'
    ? { label, tone: tones[type], sign: 'check' }
    : { label, tone: tones[type] }
}

type LabelledNotification = Pick<OwnNotification, 'type' | 'metadata'>

/** Returns a notification's name; a retraction says so. */
export function faceOf(t: Words, { type, metadata }: LabelledNotification): Face {
  if ('correction' in metadata && metadata.correction)
    return { label: t('type.correction'), tone: 'warn' }
  const face = notificationFace(t, type)
  return 'shortOf' in metadata && metadata.shortOf === 'allowance'
    ? { ...face, label: t('type.insufficient_allowance') }
    : face
}
