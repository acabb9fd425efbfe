import { useTranslations } from 'next-intl'
import { Link } from '@/components/ui/link'
import { shortAddress } from '@/components/wallet/short-address'
import type { Hex } from '@/lib/core/bytes'

type Props = {
  /** Name or chain id. */
  readonly network: string | number
  readonly hash: Hex
  /** `aside` opens a new tab, for pages whose state would be lost by leaving. */
  readonly opens?: 'here' | 'aside'
}

/** A shortened hash that links to the page of its transaction. */
export const TransactionLink = ({ network, hash, opens = 'here' }: Props) => (
  <Link
    href={transactionHref(network, hash)}
    {...(opens === 'aside' && { target: '_blank' })}
    title={hash}
    className="relative inline-flex min-h-6 max-tab:min-h-11 items-center font-mono text-code underline decoration-line-strong decoration-1 underline-offset-4 hover:decoration-2"
  >
    {shortAddress(hash)}
    {opens === 'aside' ? <NewTab /> : null}
  </Link>
)

// A separate component: toasts render outside the page's message catalogue and must not call useTranslations.
const NewTab = () => {
  const t = useTranslations('ui')
  return <span className="sr-only"> {t('newTab')}</span>
}

/** Path of a transaction's page; `network` is a name or chain id. */
export const transactionHref = (network: string | number, hash: Hex): string =>
  `/tx/${network}/${hash}`
