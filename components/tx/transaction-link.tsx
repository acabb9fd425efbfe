import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { shortAddress } from '@/components/wallet/short-address'
import type { Hex } from '@/lib/core/bytes'
import { transactionHref } from './transaction-href'

type Props = {
  /** Name or chain id. */
  readonly network: string | number
  readonly hash: Hex
  /** `aside` opens beside the page, where leaving it would lose what is being done. */
  readonly opens?: 'here' | 'aside'
}

/** A short hash that leads to the page of its transaction. */
export const TransactionLink = ({ network, hash, opens = 'here' }: Props) => (
  <Link
    href={transactionHref(network, hash)}
    {...(opens === 'aside' && { target: '_blank' })}
    prefetch={false}
    title={hash}
    className="relative inline-flex min-h-6 max-tab:min-h-11 items-center font-mono text-code underline decoration-line-strong decoration-1 underline-offset-4 hover:decoration-2"
  >
    {shortAddress(hash)}
    {opens === 'aside' ? <NewTab /> : null}
  </Link>
)

// Apart, for links in toasts: those are shown outside the catalogue of the page.
const NewTab = () => {
  const t = useTranslations('ui')
  return <span className="sr-only"> {t('newTab')}</span>
}
