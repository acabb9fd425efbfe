'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, Suspense, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useInitialParams } from '@/components/app/use-search-state'
import { Deferred } from '@/components/ui/deferred'
import { lazyPart } from '@/components/ui/lazy-part'
import { Skeleton } from '@/components/ui/skeleton'
import { useWallet } from '@/components/wallet/use-wallet'
import type { Hex } from '@/lib/core/bytes'
import { LimitCard } from './limit-card'

const LimitOrders = lazyPart(async () => (await import('./limit-orders')).LimitOrders)

type Props = {
  /** Shown if no wallet is connected. */
  readonly explanation: ReactNode
}

/** The limit order form beside the chart of its pair, and the account's open limit orders below both. */
export const LimitPage = ({ explanation }: Props) => {
  const asked = useInitialParams()
  const t = useTranslations('limit')
  const { network } = useSettings()
  const { account } = useWallet()
  const [placed, setPlaced] = useState<readonly Hex[]>([])
  return (
    <div className="grid grid-cols-1 gap-8">
      <h1 className="sr-only">{t('title')}</h1>
      <Deferred>
        <LimitCard
          key={network.chainId}
          asked={asked}
          onPlaced={(uid) => setPlaced((others) => [uid, ...others])}
        />
      </Deferred>
      {account ? (
        <section aria-labelledby="limit-orders" className="grid gap-3">
          <h2 id="limit-orders" className="flex min-h-11 items-center text-h3">
            {t('open')}
          </h2>
          <Suspense fallback={<Skeleton className="h-40 rounded-card" />}>
            <LimitOrders key={`${network.name} ${account}`} {...{ account, placed }} />
          </Suspense>
        </section>
      ) : (
        explanation
      )}
    </div>
  )
}
