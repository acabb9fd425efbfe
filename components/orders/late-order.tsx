import { useTranslations } from 'next-intl'
import { Alert } from '@/components/ui/alert'
import { WhyLate } from './why-late'

/** Said of an order that is open for longer than most, and what may be the reason. */
export const LateOrder = () => {
  const t = useTranslations('orders')
  return (
    <Alert tone="info" title={t('late.title')}>
      <WhyLate />
    </Alert>
  )
}
