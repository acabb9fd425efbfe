import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { NotFound } from '@/components/app/not-found'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('shell'))('notFound.name'),
})

const PageNotFound = async () => {
  const t = await getTranslations('shell')
  return <NotFound title={t('notFound.title')}>{t('notFound.text')}</NotFound>
}

export default PageNotFound
