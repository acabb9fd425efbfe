'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { useConfig } from 'wagmi'
import { useRefreshChainReads } from '@/components/app/use-refresh-chain-reads'
import { forgetSale } from '@/lib/client/swap/kept-sales'
import type { SwapOrder } from '@/lib/client/swap/place-swap'
import { waitForSuccess } from '@/lib/client/wallet/approve-token'
import { TransactionError } from '@/lib/client/wallet/wallet-error'

/** Why the paying transaction of a sale led to no order. */
export type SaleTrouble = TransactionError['reason']

/**
 * Tracks the transaction that pays for a native sale until the service knows its order; returns the reason if it failed
 * on-chain.
 */
export function useSale(placed: SwapOrder, isKnown: boolean): SaleTrouble | undefined {
  const config = useConfig()
  const refresh = useRefreshChainReads()
  const [trouble, setTrouble] = useState<SaleTrouble>()
  const { sale, network } = placed
  const { chainId } = network
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
  const forget = useEffectEvent(() => forgetSale(placed))
  useEffect(() => {
    if (isKnown) forget()
  }, [isKnown])
  return trouble
}
