import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { siteUrl } from '@/app/site-url'
import { DocsSection } from '@/components/docs/docs-section'
import { getReference } from '@/lib/api/docs/reference'
import { getContext } from '@/lib/context'

type Props = { readonly params: Promise<{ readonly section: string }> }

const findSection = async (params: Props['params']) => {
  const { section } = await params
  return getReference(getContext()).sections.find(({ slug }) => slug === section)
}

export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const t = await getTranslations('docs')
  const section = await findSection(params)
  if (!section) return {}
  const { title } = section
  return {
    title: `${title} · ${t('title')}`,
    description: t('sectionDescription', { section: title }),
  }
}

const DocsSectionPage = async ({ params }: Props) => {
  const section = await findSection(params)
  if (!section) notFound()
  return <DocsSection section={section} baseUrl={await siteUrl()} />
}

export default DocsSectionPage
