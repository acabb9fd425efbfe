'use client'

import { parseAbi } from 'viem'
import { useReadContract } from 'wagmi'
import type { Address } from '@/lib/core/address'

const safeAbi = parseAbi(['function getThreshold() view returns (uint256)'])

type Wallet = { readonly chainId: number; readonly owner: Address }

/** How many of its owners a Safe needs; undefined where the wallet is none. */
export function useSafeThreshold({ chainId, owner }: Wallet): number | undefined {
  const { data } = useReadContract({
    ...{ chainId, address: owner, abi: safeAbi, functionName: 'getThreshold' },
    query: { staleTime: Number.POSITIVE_INFINITY, retry: false },
  })
  return data === undefined ? undefined : Number(data)
}
