import { useTranslations } from 'next-intl'
import { AutoRefresh } from '@/components/app/auto-refresh'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import type { Hex } from '@/lib/core/bytes'
import { pendingRefreshes } from './pending-refreshes'
import { transactionHref } from './transaction-link'

type Props = {
  readonly hash: Hex
  /** Title of the network. */
  readonly title: string
  /** Other networks to search. */
  readonly others: readonly { readonly name: string; readonly title: string }[]
}

/** Possible reasons why a network does not know a transaction hash. */
export const UnknownTransaction = ({ hash, title, others }: Props) => {
  const t = useTranslations('tx')
  return (
    <div className="grid justify-items-center gap-4">
      <EmptyState level={1} title={t('unknown.title', { network: title })}>
        <div className="grid gap-3 text-left">
          <p className="text-center font-mono text-code wrap-anywhere">{hash}</p>
          <ul className="grid list-disc gap-1 pl-5">
            <li>{t('unknown.late')}</li>
            <li>{t('unknown.replaced')}</li>
            <li>{t('unknown.elsewhere')}</li>
          </ul>
          {others.length === 0 ? null : (
            <ul className="flex flex-wrap justify-center gap-x-4">
              {others.map((network) => (
                <li key={network.name}>
                  <Link
                    href={transactionHref(network.name, hash)}
                    className="inline-flex min-h-11 items-center font-medium text-primary underline underline-offset-4"
                  >
                    {t('unknown.look', { network: network.title })}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </div>
      </EmptyState>
      <AutoRefresh {...pendingRefreshes} />
    </div>
  )
}
