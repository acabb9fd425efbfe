'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { AddressText } from '@/components/tokens/address-text'
import { Chip } from '@/components/ui/chip'
import type { Portfolio } from '@/lib/client/portfolio/portfolio'
import type { Address } from '@/lib/core/address'

type Props = { readonly portfolio: Portfolio; readonly account: Address }

/** The USD value of an account's tokens on the selected network, with a network switch. */
export const PortfolioTotal = ({ portfolio, account }: Props) => {
  const t = useTranslations('portfolio')
  const format = useFormat()
  const { settings, network, selectNetwork } = useSettings()
  const { usd, unpriced, holdings } = portfolio
  const claims = holdings.reduce((sum, { claim }) => sum + (claim?.orders ?? 0), 0)
  return (
    <section
      aria-label={t('total.name')}
      className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 rounded-card border border-card-edge bg-surface p-5 shadow-card"
    >
      <div className="grid gap-1">
        <p className="numeric font-display text-h1 font-semibold">{format.usd(usd)}</p>
        <p className="text-small text-ink-2">
          {t.rich(network.embedded ? 'total.embedded' : 'total.real', {
            network: network.title,
            address: () => <AddressText address={account} what={t('total.address')} />,
          })}
        </p>
        {unpriced > 0 ? (
          <p className="text-small text-ink-2">{t('total.unpriced', { count: unpriced })}</p>
        ) : null}
      </div>
      <div className="grid justify-items-start gap-3 nav:justify-items-end">
        {settings.networks.length > 1 ? (
          <fieldset className="flex flex-wrap gap-2">
            <legend className="sr-only">{t('total.network')}</legend>
            {settings.networks.map(({ chainId, title }) => (
              <Chip
                key={chainId}
                pressed={chainId === network.chainId}
                onClick={() => selectNetwork(chainId)}
              >
                {title}
              </Chip>
            ))}
          </fieldset>
        ) : null}
        <Link
          href={`/orders?chain=${network.name}`}
          className="inline-flex min-h-6 max-tab:min-h-11 items-center text-small underline decoration-line-strong underline-offset-4 hover:decoration-2"
        >
          {t('total.orders', { count: claims })}
        </Link>
      </div>
    </section>
  )
}
