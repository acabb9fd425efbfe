import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { PageMessages } from '@/components/i18n/page-messages'
import { Explanation } from '@/components/swap/explanation'
import { SwapPage } from '@/components/swap/swap-page'

type Query = Readonly<Record<string, string | string[] | undefined>>
type Props = { readonly searchParams: Promise<Query> }

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('swap'))('title'),
})

/** The swap form; a link may name its network, tokens and amount. */
const Page = async ({ searchParams }: Props) => {
  const query = await searchParams
  const asked = ['chain', 'sell', 'buy', 'amount', 'kind'].flatMap((name) => {
    const text = query[name]
    return typeof text === 'string' ? [[name, text] as const] : []
  })
  return (
    <PageMessages sections={['swap', 'orders', 'referral']}>
      <SwapPage asked={Object.fromEntries(asked)} explanation={<Explanation />} />
    </PageMessages>
  )
}

export default Page
