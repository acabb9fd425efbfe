import { useTranslations } from 'next-intl'
import { Alert } from '@/components/ui/alert'
import { Disclosure } from '@/components/ui/disclosure'

/** Possible reasons why an order is still open after five minutes. */
export const WhyLate = () => {
  const t = useTranslations('orders')
  return (
    <Disclosure summary={t('late.why')}>
      <ul className="grid list-disc gap-1 pl-5">
        <li>{t('late.price')}</li>
        <li>{t('late.cost')}</li>
      </ul>
    </Disclosure>
  )
}

/** Notice on an order open for more than five minutes, with possible reasons. */
export const LateOrder = () => {
  const t = useTranslations('orders')
  return (
    <Alert tone="info" title={t('late.title')}>
      <WhyLate />
    </Alert>
  )
}
