'use client'

import { useTranslations } from 'next-intl'
import { Alert } from '@/components/ui/alert'
import type { LeaveReason } from '@/lib/client/swap/review-state'

/** Explains why the review was closed, unless its owner closed it. */
export const LeaveNote = ({ why }: { readonly why: LeaveReason | undefined }) => {
  const t = useTranslations('swap')
  if (why === undefined || why === 'closed') return null
  return (
    <Alert tone="warn" title={t(`leave.${why}.title`)}>
      {t(`leave.${why}.advice`)}
    </Alert>
  )
}
