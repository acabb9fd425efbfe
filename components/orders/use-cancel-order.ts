'use client'

import { useRef, useState } from 'react'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { toastInfo, toastSuccess } from '@/components/ui/toast'
import { cancelOrders } from '@/lib/client/api'
import { signCancellation } from '@/lib/client/sign-cancellation'
import { walletClientOn } from '@/lib/client/wallet/wallet-client'
import type { Address } from '@/lib/core/address'
import { type CancelFailure, explainCancelFailure } from './cancel-failure'
import type { ShownOrder } from './shown-order'

/** How far a cancellation is. */
export type CancelProgress = 'idle' | 'signing' | 'sending'

type OpenFailure = Extract<CancelFailure, { isOver: false }>

/** Cancels an order of the connected account by its signature. */
export function useCancelOrder() {
  const config = useConfig()
  const { settings, network } = useSettings()
  const [progress, setProgress] = useState<CancelProgress>('idle')
  const [failure, setFailure] = useState<OpenFailure>()
  // Two clicks in one frame must not ask the wallet twice.
  const isRunning = useRef(false)

  const send = async ({ uid, owner }: ShownOrder) => {
    const { chainId, name } = network
    const client = await walletClientOn(config, chainId)
    const signature = await signCancellation(client, {
      orderUids: [uid],
      owner,
      chainId,
      settlementContract: settings.settlementContract as Address,
    })
    setProgress('sending')
    await cancelOrders(name, { orderUids: [uid], signature, signingScheme: 'eip712' })
  }

  /** Whether the order is known to be over, by this cancellation or before it. */
  const cancel = async (order: ShownOrder): Promise<boolean> => {
    if (isRunning.current) return false
    isRunning.current = true
    setFailure(undefined)
    setProgress('signing')
    try {
      await send(order)
      toastSuccess({ title: 'Order cancelled' })
      return true
    } catch (error) {
      const outcome = explainCancelFailure(error as Error)
      if (!outcome.isOver) setFailure(outcome)
      else if (outcome.tone === 'success') toastSuccess({ title: outcome.title })
      else toastInfo({ title: outcome.title })
      return outcome.isOver
    } finally {
      isRunning.current = false
      setProgress('idle')
    }
  }

  return { progress, failure, reset: () => setFailure(undefined), cancel }
}
