'use client'

import { useTranslations } from 'next-intl'
import { Suspense, useId } from 'react'
import { OnNetwork, useSettings } from '@/components/app/settings'
import { useOrderFilter } from '@/components/orders/list/order-filters'
import { buttonClass } from '@/components/ui/button-class'
import { lazyPart } from '@/components/ui/lazy-part'
import { Link } from '@/components/ui/link'
import { ListSkeleton } from '@/components/ui/list'
import { useWallet } from '@/components/wallet/use-wallet'
import type { Address } from '@/lib/core/address'
import { useSchedules } from './use-schedules'

const Schedules = lazyPart(async () => (await import('./schedules')).Schedules)

/** The connected account's schedules on the networks of the list of orders; nothing if it has none. */
export const OwnSchedules = () => {
  const { settings, network } = useSettings()
  const { account } = useWallet()
  const { isEverywhere } = useOrderFilter().filter
  if (!account) return null
  return (isEverywhere ? settings.networks : [network]).map(({ name, chainId, title }) => (
    <OnNetwork key={`${name} ${account}`} chainId={chainId}>
      <Section owner={account} place={isEverywhere ? title : undefined} />
    </OnNetwork>
  ))
}

type SectionProps = {
  readonly owner: Address
  /** The network's name, among several networks. */
  readonly place: string | undefined
}

const Section = ({ owner, place }: SectionProps) => {
  const t = useTranslations('schedule')
  const id = useId()
  const { network } = useSettings()
  const { schedules, isError } = useSchedules(owner)
  if (schedules.length === 0 && !isError) return null
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <div className="flex min-h-8 items-center justify-between gap-4">
        <h2 id={id} className="text-section">
          {place === undefined ? t('list.title') : t('list.titleOn', { network: place })}
        </h2>
        <Link href={`/schedule?chain=${network.name}`} className={buttonClass({ size: 'small' })}>
          {t('list.form')}
        </Link>
      </div>
      <Suspense fallback={<ListSkeleton label={t('list.loading')} rows={2} hasHead />}>
        <Schedules owner={owner} />
      </Suspense>
    </section>
  )
}
