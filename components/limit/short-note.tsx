'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Alert } from '@/components/ui/alert'
import type { Limit } from './use-limit'

type Props = { readonly limit: Pick<Limit, 'balance' | 'sellToken'> }

/** Warns that the account's balance does not yet cover the order. */
export const ShortNote = ({ limit: { balance, sellToken } }: Props) => {
  const t = useTranslations('limit')
  const format = useFormat()
  if (balance.fact !== 'short' || !sellToken) return null
  const held = `${format.amount(balance.held, sellToken.decimals)} ${sellToken.symbol}`
  return (
    <Alert tone="warn" title={t('short', { held })}>
      {t('shortWhat')}
    </Alert>
  )
}
