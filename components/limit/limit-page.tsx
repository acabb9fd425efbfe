'use client'

import { useTranslations } from 'next-intl'
import { Suspense, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { lazyPart } from '@/components/ui/lazy-part'
import { Skeleton } from '@/components/ui/skeleton'
import { useWallet } from '@/components/wallet/use-wallet'
import type { AskedLimit } from '@/lib/client/limit/limit-link'
import type { Hex } from '@/lib/core/bytes'
import { LimitCard } from './limit-card'

const LimitOrders = lazyPart(async () => (await import('./limit-orders')).LimitOrders)

/** The limit order form, and the limit orders that wait. */
export const LimitPage = ({ asked }: { readonly asked: AskedLimit }) => {
  const t = useTranslations('limit')
  const { network } = useSettings()
  const { account } = useWallet()
  const [placed, setPlaced] = useState<readonly Hex[]>([])
  return (
    <div className="mx-auto grid w-full max-w-120 items-start gap-6 desk:max-w-none desk:grid-cols-[30rem_1fr] desk:gap-10">
      <div className="grid gap-4">
        <h1 className="text-h1">{t('title')}</h1>
        <LimitCard
          key={network.chainId}
          asked={asked}
          onPlaced={(uid) => setPlaced((others) => [uid, ...others])}
        />
      </div>
      <section aria-labelledby="limit-orders" className="grid gap-4 desk:pt-13">
        <h2 id="limit-orders" className="text-h3">
          {t('open')}
        </h2>
        {account ? (
          <Suspense fallback={<Skeleton className="h-40 rounded-card" />}>
            <LimitOrders key={`${network.name} ${account}`} {...{ account, placed }} />
          </Suspense>
        ) : (
          <p className="text-small text-ink-2">{t('connect')}</p>
        )}
      </section>
    </div>
  )
}
