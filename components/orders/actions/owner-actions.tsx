'use client'

import { useTranslations } from 'next-intl'
import { Suspense, useEffect } from 'react'
import { InWallet, useWalletLayer } from '@/components/app/wallet-layer'
import type { ShownToken } from '@/components/orders/token-amount'
import { Button } from '@/components/ui/button'
import { lazyPart } from '@/components/ui/lazy-part'
import { shortAddress } from '@/components/wallet/short-address'
import type { ShownOrder } from '@/lib/client/orders/shown-order'

const OwnOrder = lazyPart(async () => (await import('./own-order')).OwnOrder, 'late')

type Props = {
  /** An open order. */
  readonly order: ShownOrder
  readonly chainId: number
  readonly sold: ShownToken
  readonly bought: ShownToken
}

/** The owner's actions on the page of an open order; the wallet loads only for the owner or on request. */
export const OwnerActions = ({ order, chainId, sold, bought }: Props) => {
  const t = useTranslations('orders')
  const { account, isLoaded, load } = useWalletLayer()
  const owner = order.placement?.sender ?? order.owner
  const isOwn = account === owner
  useEffect(() => {
    if (isOwn) load()
  }, [isOwn, load])
  return (
    <InWallet
      chainId={chainId}
      fallback={
        account && !isOwn ? (
          <p className="text-small text-ink-2">{t('own.other', { owner: shortAddress(owner) })}</p>
        ) : (
          <Button busy={isOwn || isLoaded} onClick={() => load('connect')}>
            {t('own.connect')}
          </Button>
        )
      }
    >
      <Suspense fallback={null}>
        <OwnOrder {...{ order, chainId, sold, bought }} />
      </Suspense>
    </InWallet>
  )
}
