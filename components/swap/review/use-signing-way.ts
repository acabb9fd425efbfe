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

/** How the connected account authorises an order. */
export type SigningChoice = {
  readonly signing: SigningWay
  readonly isContract: boolean
  /**
   * By a message or by a transaction. Externally owned accounts sign messages by default; contract wallets send
   * transactions.
   */
  readonly choose: (way: 'message' | 'transaction') => void
}

/**
 * Returns how the connected account authorises an order of the sell token: by signature, by presignature, or by payment
 * for the native token.
 */
export function useSigningWay(sellToken: Address): SigningChoice {
  const config = useConfig()
  const { network } = useSettings()
  const { account } = useWallet()
  const { connector } = useConnection()
  const kind = useAccountKind()
  const [way, choose] = useState<'message' | 'transaction'>()
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
  const keyWay = way === 'transaction' ? way : 'key'
  return { signing: isContract ? contractWay : keyWay, isContract, choose }
}
