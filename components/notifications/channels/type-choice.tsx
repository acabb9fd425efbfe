'use client'

import { useTranslations } from 'next-intl'
import { notificationFace } from '@/components/notifications/notification-type'
import { Checkbox } from '@/components/ui/checkbox'
import { type NotificationType, notificationTypes } from '@/lib/core/notification'

type Props = {
  readonly legend: string
  readonly types: readonly NotificationType[]
  readonly onTypes: (types: readonly NotificationType[]) => void
  /** Whether each type says when it is sent. */
  readonly isExplained?: boolean
}

/** Selects notification types, in the service's order. */
export const TypeChoice = ({ legend, types, onTypes, isExplained = false }: Props) => {
  const t = useTranslations('notifications')
  const names = useTranslations('account')
  return (
    <fieldset className={isExplained ? 'grid grid-cols-1' : 'grid grid-cols-1 xs:grid-cols-2'}>
      <legend className={isExplained ? 'sr-only' : 'text-small font-medium'}>{legend}</legend>
      {notificationTypes.map((type) => (
        <Checkbox
          key={type}
          label={
            isExplained ? (
              <span className="grid py-1.5">
                <span className="font-medium">{notificationFace(names, type).label}</span>
                <span className="text-label text-ink-2">{t(`typeNote.${type}`)}</span>
              </span>
            ) : (
              notificationFace(names, type).label
            )
          }
          checked={types.includes(type)}
          onCheckedChange={(checked) => {
            onTypes(
              notificationTypes.filter((each) => (each === type ? checked : types.includes(each))),
            )
          }}
        />
      ))}
    </fieldset>
  )
}
