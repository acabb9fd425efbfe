import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { NotHere } from '@/components/app/not-found'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('shell'))('notFound.name'),
})

const NotFound = async () => {
  const t = await getTranslations('shell')
  return <NotHere title={t('notFound.title')}>{t('notFound.text')}</NotHere>
}

export default NotFound
