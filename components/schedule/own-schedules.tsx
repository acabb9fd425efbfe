'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Suspense } from 'react'
import { useSettings } from '@/components/app/settings'
import { buttonClass } from '@/components/ui/button-class'
import { lazyPart } from '@/components/ui/lazy-part'
import { ListSkeleton } from '@/components/ui/list'
import { useWallet } from '@/components/wallet/use-wallet'
import type { Address } from '@/lib/core/address'
import { useSchedules } from './use-schedules'

const Schedules = lazyPart(async () => (await import('./schedules')).Schedules)

/** The connected account's schedules on a page of its orders; nothing if it has none. */
export const OwnSchedules = () => {
  const { network } = useSettings()
  const { account } = useWallet()
  return account ? <Section key={`${network.name} ${account}`} owner={account} /> : null
}

const Section = ({ owner }: { readonly owner: Address }) => {
  const t = useTranslations('schedule')
  const { network } = useSettings()
  const { schedules, isError } = useSchedules(owner)
  if (schedules.length === 0 && !isError) return null
  return (
    <section aria-labelledby="own-schedules" className="grid grid-cols-1 gap-3">
      <div className="flex min-h-8 items-center justify-between gap-4">
        <h2 id="own-schedules" className="font-sans text-section font-semibold">
          {t('list.title')}
        </h2>
        <Link
          href={`/schedule?chain=${network.name}`}
          prefetch={false}
          className={buttonClass({ size: 'small' })}
        >
          {t('list.form')}
        </Link>
      </div>
      <Suspense fallback={<ListSkeleton label={t('list.loading')} rows={2} hasHead />}>
        <Schedules owner={owner} />
      </Suspense>
    </section>
  )
}
