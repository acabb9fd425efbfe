'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'

type Props = {
  readonly title: string
  /** Left out where trying again is of no help. */
  readonly onRetry?: () => void
  readonly children: ReactNode
}

/** Why a form cannot go on, and how to try again. */
export const FormNotice = ({ title, onRetry, children }: Props) => {
  const t = useTranslations('swap')
  return (
    <div className="pt-3">
      <Alert
        tone="warn"
        title={title}
        actions={
          onRetry ? (
            <Button size="small" onClick={onRetry}>
              {t('facts.retry')}
            </Button>
          ) : undefined
        }
      >
        {children}
      </Alert>
    </div>
  )
}

/** There are no tokens to choose from. */
export const TokensNotice = ({ onRetry }: Required<Pick<Props, 'onRetry'>>) => {
  const t = useTranslations('swap')
  return (
    <FormNotice title={t('facts.noTokens')} onRetry={onRetry}>
      {t('facts.silent')}
    </FormNotice>
  )
}
