import { getTranslations } from 'next-intl/server'
import { NotHere } from '@/components/app/not-found'

const TransactionNotFound = async () => {
  const t = await getTranslations('tx')
  return <NotHere title={t('none.title')}>{t('none.text')}</NotHere>
}

export default TransactionNotFound
