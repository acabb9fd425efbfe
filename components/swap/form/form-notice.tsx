'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { LeaveReason } from '@/lib/client/swap/review-state'

type Props = {
  readonly title: string
  /** Omitted if a retry cannot help. */
  readonly onRetry?: () => void
  readonly children: ReactNode
}

/** Shows why a form is blocked, with a retry. */
export const FormNotice = ({ title, onRetry, children }: Props) => {
  const ui = useTranslations('ui')
  return (
    <div className="pt-3">
      <Alert
        tone="warn"
        title={title}
        actions={
          onRetry ? (
            <Button size="small" onClick={onRetry}>
              {ui('answer.retry')}
            </Button>
          ) : undefined
        }
      >
        {children}
      </Alert>
    </div>
  )
}

/** Shown if the token list is empty. */
export const TokensNotice = ({ onRetry }: Required<Pick<Props, 'onRetry'>>) => {
  const t = useTranslations('swap')
  return (
    <FormNotice title={t('facts.noTokens')} onRetry={onRetry}>
      {t('facts.silent')}
    </FormNotice>
  )
}

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
