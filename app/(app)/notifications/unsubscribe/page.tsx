import type { Metadata } from 'next'
import { MailLink } from '@/components/notifications/mail-link'

export const metadata: Metadata = { title: 'Unsubscribe', robots: { index: false } }

type Props = { readonly searchParams: Promise<Readonly<Record<string, string | string[]>>> }

/** Where the link at the end of a mail leads. */
const UnsubscribePage = async ({ searchParams }: Props) => {
  const { token } = await searchParams
  return (
    <div className="mx-auto grid w-full max-w-120 grid-cols-1 gap-6">
      <h1 className="text-h1">Unsubscribe</h1>
      <MailLink use="unsubscribe" token={typeof token === 'string' ? token : undefined} />
    </div>
  )
}

export default UnsubscribePage
