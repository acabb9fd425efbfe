'use client'

import { useTranslations } from 'next-intl'
import { notificationFace } from '@/components/notifications/notification-type'
import { Checkbox } from '@/components/ui/checkbox'
import { type NotificationType, notificationTypes } from '@/lib/core/notification'

type Props = {
  readonly types: readonly NotificationType[]
  readonly onTypes: (types: readonly NotificationType[]) => void
}

/** Selects notification types, in the service's order. */
export const TypeChoice = ({ types, onTypes }: Props) => {
  const t = useTranslations('notifications')
  const names = useTranslations('account')
  return (
    <fieldset className="grid grid-cols-1 xs:grid-cols-2">
      <legend className="text-small font-medium">{t('form.types')}</legend>
      {notificationTypes.map((type) => (
        <Checkbox
          key={type}
          label={notificationFace(names, type).label}
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
