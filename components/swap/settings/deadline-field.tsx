'use client'

import { useTranslations } from 'next-intl'
import { TextField } from '@/components/ui/text-field'
import type { DeadlineChoice } from './use-deadline'

/** The input for the order's validity. */
export const DeadlineField = ({ change, ...deadline }: DeadlineChoice) => {
  const t = useTranslations('swap')
  return (
    <TextField
      label={t('settings.deadline')}
      inputMode="numeric"
      placeholder={String(deadline.usualSeconds / 60)}
      value={deadline.text}
      onChange={(event) => change({ type: 'type', text: event.target.value })}
      onBlur={() => change({ type: 'leave' })}
      end={<span className="px-1 text-small text-ink-2">{t('settings.minutes')}</span>}
      hint={t('settings.deadlineWhat')}
      error={deadline.isInvalid ? t('settings.wrongDeadline', deadline.range) : undefined}
    />
  )
}
