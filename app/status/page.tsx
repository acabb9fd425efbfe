import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { IncidentList } from '@/components/status/incident-list'
import { NetworkPanel, stateTones } from '@/components/status/network-panel'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { PageColumn } from '@/components/ui/page-column'
import { getContext } from '@/lib/context'
import { listStatus } from '@/lib/reconcile/list-status'
import { worstState } from '@/lib/reconcile/service-status'

export const generateMetadata = async (): Promise<Metadata> => {
  const t = await getTranslations('status')
  return { title: t('title'), description: t('description') }
}

/** How each network is, and the incidents of the last 30 days, as the workers measured them. */
const StatusPage = async () => {
  const t = await getTranslations('status')
  const ctx = getContext()
  const { isCurrent, networks, incidents } = await listStatus(ctx)
  const overall = worstState(networks)
  return (
    <PageColumn holds="table">
      <div className="grid gap-1">
        <h1 className="flex min-h-11 items-center text-h1">{t('title')}</h1>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
          <Badge tone={stateTones[overall]}>{t(`overall.${overall}`)}</Badge>
          {t('lead')}
        </p>
      </div>
      {isCurrent ? null : <Alert tone="warn" title={t('stale')} />}
      <section
        aria-label={t('networks')}
        className="grid grid-cols-1 gap-4 tab:grid-cols-2 tab:gap-6 desk:grid-cols-3"
      >
        {networks.map((network) => (
          <NetworkPanel key={network.chainId} {...network} />
        ))}
      </section>
      <section className="grid grid-cols-1 gap-4">
        <h2 className="text-section">{t('incidents')}</h2>
        <IncidentList incidents={incidents} now={new Date(ctx.now())} />
      </section>
    </PageColumn>
  )
}

export default StatusPage
