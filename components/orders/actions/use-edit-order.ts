'use client'

import { useState } from 'react'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useRefreshChainReads } from '@/components/app/use-refresh-chain-reads'
import { useRequests } from '@/components/wallet/use-requests'
import { fetchOrder } from '@/lib/client/api'
import { ensureOrder } from '@/lib/client/ensure-order'
import type { EditProgress } from '@/lib/client/orders/edit-action'
import { announceCancellations } from '@/lib/client/orders/own-cancellations'
import { type OrderChange, replacementOf } from '@/lib/client/orders/replace-order'
import { signOrder } from '@/lib/client/sign-order'
import { walletClientOn } from '@/lib/client/wallet/wallet-client'
import { walletSigner } from '@/lib/client/wallet/wallet-signer'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { hashOrder, orderDomain, orderUid } from '@/lib/core/order'

/** Signs and submits a replacement of an open order of the connected account. */
export function useEditOrder(owner: Address) {
  const config = useConfig()
  const { settings, network } = useSettings()
  const requests = useRequests()
  const refresh = useRefreshChainReads()
  const [progress, setProgress] = useState<EditProgress>('idle')
  const [error, setError] = useState<unknown>()

  /** Returns the UID of the placed replacement; undefined on failure or abort. */
  const replace = async (uid: Hex, change: OrderChange): Promise<Hex | undefined> => {
    const { signal } = requests.begin()
    const { chainId, name } = network
    setError(undefined)
    setProgress('signing')
    let takeBack = () => {}
    try {
      const { order, document } = replacementOf(await fetchOrder(name, uid, { signal }), change)
      await walletClientOn(config, network)
      const settlementContract = toAddress(settings.settlementContract)
      const unsigned = { order, from: owner, chainId, settlementContract }
      const signature = await signOrder(walletSigner(config, chainId), unsigned)
      signal.throwIfAborted()
      setProgress('sending')
      takeBack = announceCancellations([uid])
      const consent = { from: owner, signature, signingScheme: 'eip712' as const }
      const submission = { order, ...consent, quoteId: undefined, appData: document }
      const digest = hashOrder(orderDomain(chainId, settlementContract), order)
      const placed = orderUid(digest, owner, order.validTo)
      await ensureOrder(name, { uid: placed, submission })
      return placed
    } catch (cause) {
      takeBack()
      if (signal.aborted) return undefined
      setError(cause)
      // The funds may have changed since they were read.
      refresh()
      return undefined
    } finally {
      if (!signal.aborted) setProgress('idle')
    }
  }
  const stop = () => {
    requests.stop()
    setProgress('idle')
    setError(undefined)
  }
  return { progress, error, replace, stop, forgetError: () => setError(undefined) }
}
