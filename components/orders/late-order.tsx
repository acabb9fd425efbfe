import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Alert } from '@/components/ui/alert'
import { buttonClass } from '@/components/ui/button-class'
import { Disclosure } from '@/components/ui/disclosure'

/** Said of an order that is open for longer than most: what may be the reason, and how to end it. */
export const LateOrder = ({ cancelHref }: { readonly cancelHref: string }) => {
  const t = useTranslations('orders')
  return (
    <Alert
      tone="info"
      title={t('late.title')}
      actions={
        <Link href={cancelHref} className={buttonClass({ size: 'small' })}>
          {t('late.cancel')}
        </Link>
      }
    >
      <Disclosure summary={t('late.why')}>
        <ul className="grid list-disc gap-1 pl-5">
          <li>{t('late.price')}</li>
          <li>{t('late.funds')}</li>
          <li>{t('late.cost')}</li>
        </ul>
      </Disclosure>
    </Alert>
  )
}
