import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Disclosure } from '@/components/ui/disclosure'
import { shortAddress } from '@/components/wallet/short-address'
import type { Hex } from '@/lib/core/bytes'

/** Maximum number of orders listed; an auction may have thousands. */
const maxPageSize = 100

/** Lists the orders of the auction that were not filled, linked to their pages. */
export const UnfilledOrders = ({ uids }: { readonly uids: readonly Hex[] }) => {
  const t = useTranslations('auctions')
  return (
    <Disclosure summary={t('unfilled', { count: uids.length })}>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {uids.slice(0, maxPageSize).map((uid) => (
          <li key={uid}>
            <Link
              href={`/orders/${uid}`}
              prefetch={false}
              className="inline-flex min-h-6 max-tab:min-h-11 items-center font-mono text-code underline decoration-line-strong underline-offset-4"
            >
              <span className="sr-only">{`${t('order')} `}</span>
              {shortAddress(uid)}
            </Link>
          </li>
        ))}
        {uids.length > maxPageSize ? (
          <li>{t('andMore', { count: uids.length - maxPageSize })}</li>
        ) : null}
      </ul>
    </Disclosure>
  )
}
