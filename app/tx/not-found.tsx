import { getTranslations } from 'next-intl/server'
import { NotFound } from '@/components/app/not-found'

const TransactionNotFound = async () => {
  const t = await getTranslations('tx')
  return <NotFound title={t('none.title')}>{t('none.text')}</NotFound>
}

export default TransactionNotFound
