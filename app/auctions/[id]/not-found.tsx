import { useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'

const AuctionNotFound = () => {
  const t = useTranslations('auctions')
  return (
    <EmptyState
      level={1}
      title={t('notFound.here')}
      action={
        <Link href="/auctions" className={buttonClass({ variant: 'primary' })}>
          {t('notFound.all')}
        </Link>
      }
    >
      {t('notFound.why')}
    </EmptyState>
  )
}

export default AuctionNotFound
