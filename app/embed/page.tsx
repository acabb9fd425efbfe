import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import { EmbedApp } from '@/components/embed/embed-app'
import { PageMessages } from '@/components/i18n/page-messages'
import { describeInstance } from '@/lib/api/docs/pages'
import { readEmbedParams } from '@/lib/client/embed/embed-params'
import { getContext } from '@/lib/context'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('embed'))('title'),
  robots: { index: false },
})

type Props = {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

/** The trade card alone, which pages of `EMBED_ORIGINS` may show in a frame. */
const Page = async ({ searchParams }: Props) => {
  const { config } = getContext()
  const settings = describeInstance(config)
  const host = (await headers()).get('host') ?? '127.0.0.1'
  const request = readEmbedParams(await searchParams, settings)
  return (
    <PageMessages sections={['embed', 'orders', 'referral', 'swap', 'ui', 'wallet']}>
      <EmbedApp
        {...{ settings, request }}
        origin={`http://${host}`}
        hostOrigins={config.wallets.embedOrigins}
      />
    </PageMessages>
  )
}

export default Page
