import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { PageMessages } from '@/components/i18n/page-messages'
import { LimitPage } from '@/components/limit/limit-page'
import { Explanation } from '@/components/swap/explanation'
import { limitMembers } from '@/lib/client/limit/limit-link'

type Query = Readonly<Record<string, string | string[] | undefined>>
type Props = { readonly searchParams: Promise<Query> }

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('limit'))('title'),
})

/** The limit order form; a link may fill it in. */
const Page = async ({ searchParams }: Props) => {
  const query = await searchParams
  const asked = limitMembers.flatMap((name) => {
    const text = query[name]
    return typeof text === 'string' ? [[name, text] as const] : []
  })
  return (
    <PageMessages sections={['swap', 'limit', 'orders', 'referral']}>
      <LimitPage asked={Object.fromEntries(asked)} explanation={<Explanation />} />
    </PageMessages>
  )
}

export default Page
