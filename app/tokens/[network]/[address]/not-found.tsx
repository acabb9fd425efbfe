import { useTranslations } from 'next-intl'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'

const TokenNotFound = () => {
  const t = useTranslations('tokens')
  return (
    <EmptyState
      level={1}
      title={t('notFound.title')}
      action={
        <Link href="/tokens" className={buttonClass({ variant: 'primary' })}>
          {t('notFound.all')}
        </Link>
      }
    >
      {t('notFound.why')}
    </EmptyState>
  )
}

export default TokenNotFound
