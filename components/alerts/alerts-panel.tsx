'use client'

import { useTranslations } from 'next-intl'
import { useInitialParams } from '@/components/app/use-search-state'
import { Answer } from '@/components/tokens/answer'
import { ListSkeleton } from '@/components/ui/list'
import { readAlertToken } from '@/lib/client/alerts/alert-link'
import type { Address } from '@/lib/core/address'
import { AlertForm } from './alert-form'
import { AlertList } from './alert-list'
import { usePriceAlerts } from './use-price-alerts'

/** The price alerts of a signed-in account, and the form for another one. */
export const AlertsPanel = ({ account }: { readonly account: Address }) => {
  const t = useTranslations('alerts')
  const query = usePriceAlerts(account)
  const { alert = null } = useInitialParams()
  return (
    <div className="grid grid-cols-1 items-start gap-6 desk:grid-cols-[minmax(0,840fr)_minmax(0,384fr)]">
      <div className="desk:order-last">
        <AlertForm account={account} token={readAlertToken(alert)} />
      </div>
      <Answer
        query={query}
        what={t('title')}
        skeleton={<ListSkeleton label={t('title')} rows={3} />}
        missing={null}
      >
        {({ alerts }) => <AlertList account={account} alerts={alerts} />}
      </Answer>
    </div>
  )
}
