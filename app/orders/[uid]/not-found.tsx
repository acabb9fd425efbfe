import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/empty-state'

const OrderNotFound = () => {
  const t = useTranslations('orders')
  return (
    <>
      <h1 className="sr-only">{t('notFound.title')}</h1>
      <EmptyState
        title={t('notFound.title')}
        action={
          <Link href="/orders" className={buttonClass({ variant: 'primary' })}>
            {t('notFound.yours')}
          </Link>
        }
      >
        {t('notFound.why')}
      </EmptyState>
    </>
  )
}

export default OrderNotFound
