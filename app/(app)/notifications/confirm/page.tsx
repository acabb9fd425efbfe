import type { Metadata } from 'next'
import { MailLink } from '@/components/notifications/mail-link'

export const metadata: Metadata = { title: 'Confirm your mail address', robots: { index: false } }

type Props = { readonly searchParams: Promise<Readonly<Record<string, string | string[]>>> }

/** Where the link of a first mail leads. */
const ConfirmPage = async ({ searchParams }: Props) => {
  const { token } = await searchParams
  return (
    <div className="mx-auto grid w-full max-w-120 grid-cols-1 gap-6">
      <h1 className="text-h1">Confirm your mail address</h1>
      <MailLink use="confirm" token={typeof token === 'string' ? token : undefined} />
    </div>
  )
}

export default ConfirmPage
