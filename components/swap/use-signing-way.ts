'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfig, useConnection } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useAccountKind } from '@/components/wallet/use-account-kind'
import { useWallet } from '@/components/wallet/use-wallet'
import type { SigningWay } from '@/lib/client/swap/review-action'
import { canBatch } from '@/lib/client/wallet/batch-calls'
import { type Address, nativeToken } from '@/lib/core/address'

/** How the connected account consents to an order. */
export type SigningChoice = {
  readonly signing: SigningWay
  readonly isContract: boolean
  /** What a contract wallet does; by a transaction unless its owner chooses otherwise. */
  readonly choose: (way: 'message' | 'transaction') => void
}

/**
 * How the connected account consents to an order of what it sells: its key signs, or a contract wallet as its owner
 * chooses; the native token is paid.
 */
export function useSigningWay(sellToken: Address): SigningChoice {
  const config = useConfig()
  const { network } = useSettings()
  const { account } = useWallet()
  const { connector } = useConnection()
  const kind = useAccountKind()
  const [way, choose] = useState<'message' | 'transaction'>('transaction')
  const isNative = sellToken === nativeToken
  const isContract = kind === 'contract' && !isNative
  const { chainId } = network
  const batch = useQuery({
    queryKey: ['can-batch', connector?.uid, account, chainId],
    enabled: isContract && account !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => (account ? canBatch(config, { chainId, account }) : false),
  })
  const onChain = batch.data ? 'batch' : 'transaction'
  if (isNative) return { signing: 'native', isContract, choose }
  const contractWay = way === 'message' ? way : onChain
  if (kind === undefined || (isContract && batch.isPending)) {
    return { signing: 'unknown', isContract, choose }
  }
  return { signing: isContract ? contractWay : 'key', isContract, choose }
}
