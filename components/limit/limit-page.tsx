'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useInitialParams } from '@/components/app/use-search-state'
import { RecentSection } from '@/components/swap/recent/recent-section'
import { Deferred } from '@/components/ui/deferred'
import { useWallet } from '@/components/wallet/use-wallet'
import type { Hex } from '@/lib/core/bytes'
import { LimitCard } from './limit-card'

type Props = {
  /** Shown if no wallet is connected. */
  readonly explanation: ReactNode
}

/** The limit order form beside the chart of its pair, and the account's recent orders below both. */
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
        <RecentSection owner={account} placed={placed.map((uid) => ({ uid }))} />
      ) : (
        explanation
      )}
    </div>
  )
}
