import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { PageMessages } from '@/components/i18n/page-messages'
import { MailLink } from '@/components/notifications/mail-link'
import { PageColumn } from '@/components/ui/page-column'

export const generateMetadata = async (): Promise<Metadata> => {
  const t = await getTranslations('notifications')
  return { title: t('link.confirm.title'), robots: { index: false } }
}

type Props = { readonly searchParams: Promise<Readonly<Record<string, string | string[]>>> }

/** The target of the link in a confirmation email. */
const ConfirmPage = async ({ searchParams }: Props) => {
  const { token } = await searchParams
  const t = await getTranslations('notifications')
  return (
    <PageColumn holds="question">
      <h1 className="text-h1">{t('link.confirm.title')}</h1>
      <PageMessages sections={['notifications']}>
        <MailLink use="confirm" token={typeof token === 'string' ? token : undefined} />
      </PageMessages>
    </PageColumn>
  )
}

export default ConfirmPage
