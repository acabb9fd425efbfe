'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from 'react'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useRefreshChainReads } from '@/components/app/use-refresh-chain-reads'
import { TransactionLink } from '@/components/tx/transaction-link'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { SwapOrder } from '@/lib/client/swap/place-swap'
import { forgetSale, parseSales, storedSales } from '@/lib/client/swap/stored-sales'
import { waitForSuccess } from '@/lib/client/wallet/approve-token'
import { TransactionError } from '@/lib/client/wallet/transaction-error'
import type { Address } from '@/lib/core/address'

type Props = {
  readonly placed: Pick<SwapOrder, 'network' | 'sale'>
  readonly trouble: SaleTrouble | undefined
  readonly onDiscard: () => void
}

/** Shows the state of a native sale's paying transaction. */
export const SaleNote = ({ placed, trouble, onDiscard }: Props) => {
  const t = useTranslations('swap')
  const wallet = useTranslations('wallet')
  const { sale, network } = placed
  if (sale === undefined) return null
  const isOver = trouble !== undefined
  return (
    <Alert
      tone={isOver ? 'warn' : 'info'}
      title={isOver ? wallet(`presignTrouble.${trouble}`) : t('sale.title')}
      {...((isOver || sale.isContract) && {
        actions: (
          <Button size="small" variant="quiet" onClick={onDiscard}>
            {wallet('presign.discard')}
          </Button>
        ),
      })}
    >
      {isOver ? t('sale.failed') : t('sale.awaited')}{' '}
      {sale.isContract ? null : <TransactionLink network={network.name} hash={sale.hash} />}
    </Alert>
  )
}

/** Why the paying transaction of a sale led to no order. */
export type SaleTrouble = TransactionError['reason']

/**
 * Tracks the transaction that pays for a native sale until the service knows its order; returns the reason if it failed
 * on-chain.
 */
export function useSale(placed: SwapOrder | undefined, isKnown: boolean): SaleTrouble | undefined {
  const config = useConfig()
  const refresh = useRefreshChainReads()
  const [trouble, setTrouble] = useState<SaleTrouble>()
  const sale = placed?.sale
  const { chainId } = useSettings().network
  const hash = sale === undefined || sale.isContract || isKnown ? undefined : sale.hash
  useEffect(() => {
    if (hash === undefined) return
    let isLeft = false
    waitForSuccess(config, { chainId, hash }).then(refresh, (error) => {
      if (!isLeft && error instanceof TransactionError) setTrouble(error.reason)
    })
    return () => {
      isLeft = true
    }
  }, [config, chainId, hash, refresh])
  const forget = useEffectEvent(() => placed && forgetSale(placed))
  useEffect(() => {
    if (isKnown) forget()
  }, [isKnown])
  return trouble
}

/** An account's native sales whose transaction was sent but not yet indexed by the service. */
export function useStoredSales(owner: Address): readonly SwapOrder[] {
  const { network } = useSettings()
  const stored = storedSales({ network, owner })
  const text = useSyncExternalStore(stored.watch, stored.read, () => null)
  return useMemo(
    () => parseSales(text, Date.now()).map((sale) => ({ ...sale, network })),
    [text, network],
  )
}
