import { useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'

const OrderNotFound = () => {
  const t = useTranslations('orders')
  return (
    <EmptyState
      level={1}
      title={t('notFound.title')}
      action={
        <Link href="/orders" className={buttonClass({ variant: 'primary' })}>
          {t('notFound.yours')}
        </Link>
      }
    >
      {t('notFound.why')}
    </EmptyState>
  )
}

export default OrderNotFound
