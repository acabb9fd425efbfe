import { useTranslations } from 'next-intl'
import { Alert } from '@/components/ui/alert'
import { WhyLate } from './why-late'

/** Notice on an order open for more than five minutes, with possible reasons. */
export const LateOrder = () => {
  const t = useTranslations('orders')
  return (
    <Alert tone="info" title={t('late.title')}>
      <WhyLate />
    </Alert>
  )
}
