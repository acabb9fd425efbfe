'use client'

import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { useConfig } from 'wagmi'
import type { ServedNetwork } from '@/components/app/settings'
import { usePendingTimeout, useRequests } from '@/components/wallet/use-requests'
import { fetchAllowanceNeed } from '@/lib/client/portfolio/read-portfolio'
import {
  nextPresign,
  type PresignState,
  type PresignStatus,
  unsigned,
} from '@/lib/client/presign/presign-state'
import {
  followPresignature,
  type Presigning,
  sendPresignature,
} from '@/lib/client/presign/send-presignature'
import { transactionTrouble } from '@/lib/client/wallet/transaction-error'
import { walletClientOn } from '@/lib/client/wallet/wallet-client'

/** The presignature of an order, and its actions. */
export type Presign = {
  readonly state: PresignState
  readonly sign: () => void
  readonly discard: () => void
}

type Input = {
  readonly presigning: Presigning
  readonly network: ServedNetwork
  /** The order's state at the service. */
  readonly status: PresignStatus
  /** Whether the order was placed just now. */
  readonly isNew: boolean
}

/**
 * Presigns a placed order with a contract wallet, at once if the order is new, and waits until the service has indexed
 * it.
 */
export function usePresign({ presigning, network, status, isNew }: Input): Presign {
  const config = useConfig()
  const [state, send] = useReducer(nextPresign, unsigned)
  const requests = useRequests()
  const hasAsked = useRef(false)
  const { phase } = state

  const ask = async () => {
    const { id, signal } = requests.begin()
    send({ type: 'ask', id })
    try {
      await walletClientOn(config, network)
      signal.throwIfAborted()
      const { approval } = presigning
      const amount = await fetchAllowanceNeed(network.name, approval)
      const sent = await sendPresignature(config, {
        ...presigning,
        approval: { ...approval, amount },
      })
      if (signal.aborted) return
      send({ type: 'send', id, name: 'hash' in sent ? sent.hash : sent.callsId })
      await followPresignature(config, { chainId: presigning.approval.chainId, ...sent })
    } catch (cause) {
      if (!signal.aborted) send({ type: 'fail', id, trouble: transactionTrouble(cause) })
    }
  }

  useEffect(() => send({ type: 'read', status }), [status])
  usePendingTimeout('id' in phase && !phase.isLate ? phase : undefined, send)
  const askIfNew = useEffectEvent(() => {
    if (!isNew || hasAsked.current) return
    hasAsked.current = true
    void ask()
  })
  useEffect(() => askIfNew(), [])

  return {
    state,
    sign: () => void ask(),
    discard: () => {
      requests.stop()
      send({ type: 'discard' })
    },
  }
}
