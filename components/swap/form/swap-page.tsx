'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, Suspense, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useInitialParams } from '@/components/app/use-initial-params'
import { railId } from '@/components/swap/recent/rail-id'
import { Deferred } from '@/components/ui/deferred'
import { lazyPart } from '@/components/ui/lazy-part'
import { Skeleton } from '@/components/ui/skeleton'
import { useWallet } from '@/components/wallet/use-wallet'
import type { SwapOrder } from '@/lib/client/swap/place-swap'
import { SwapCard } from './swap-card'

const OrderRail = lazyPart(
  async () => (await import('@/components/swap/recent/recent-orders')).OrderRail,
)

type Props = {
  /** Shown if no wallet is connected. */
  readonly explanation: ReactNode
}

/** The swap form, and the account's recent orders. */
export const SwapPage = ({ explanation }: Props) => {
  const asked = useInitialParams()
  const t = useTranslations('swap')
  const { network } = useSettings()
  const { account } = useWallet()
  const [placed, setPlaced] = useState<readonly SwapOrder[]>([])
  const add = (order: SwapOrder) =>
    setPlaced((others) => [order, ...others.filter(({ uid }) => uid !== order.uid)])
  return (
    <div className="mx-auto grid w-full max-w-120 items-start gap-6 desk:max-w-none desk:grid-cols-[30rem_1fr] desk:gap-10">
      <div className="grid gap-4">
        <h1 className="text-h1">{t('title')}</h1>
        <Deferred>
          <SwapCard key={network.chainId} asked={asked} onPlaced={add} />
        </Deferred>
      </div>
      <div className="grid gap-6 desk:pt-13">
        <section id={railId} aria-label={t('rail.name')} className="grid scroll-mt-4 gap-4">
          {account ? (
            <Suspense fallback={<Skeleton className="h-60 desk:h-11 desk:w-56" />}>
              <OrderRail
                key={`${network.chainId} ${account}`}
                owner={account}
                placed={placed.filter((slip) => slip.network.chainId === network.chainId)}
              />
            </Suspense>
          ) : null}
        </section>
        {account ? null : <div className="desk:-mt-6">{explanation}</div>}
      </div>
    </div>
  )
}
