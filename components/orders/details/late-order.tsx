import { useTranslations } from 'next-intl'
import { Disclosure } from '@/components/ui/disclosure'

/** Possible reasons why an order is still open after five minutes. */
export const WhyLate = () => {
  const t = useTranslations('orders')
  return (
    <Disclosure summary={t('late.why')}>
      <ul className="grid list-disc gap-1 pl-5 text-small">
        <li>{t('late.price')}</li>
        <li>{t('late.cost')}</li>
      </ul>
    </Disclosure>
  )
}
