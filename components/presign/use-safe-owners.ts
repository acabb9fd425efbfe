'use client'

import { useQuery } from '@tanstack/react-query'
import { parseAbi } from 'viem'
import { useConnection, useReadContract } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { countConfirmations } from '@/lib/client/wallet/safe-app'
import type { Address } from '@/lib/core/address'

const safeAbi = parseAbi([
  'function getThreshold() view returns (uint256)',
  'function getOwners() view returns (address[])',
])

/** The confirmations of a Safe. */
export type SafeOwners = { readonly threshold: number; readonly owners: number }

type Wallet = { readonly chainId: number; readonly owner: Address }

/** Reads a Safe's number of owners and its threshold; undefined if the wallet is no Safe. */
export function useSafeOwners({ chainId, owner }: Wallet): SafeOwners | undefined {
  const question = { chainId, address: owner, abi: safeAbi } as const
  const query = { staleTime: Number.POSITIVE_INFINITY, retry: false }
  const { data: threshold } = useReadContract({ ...question, functionName: 'getThreshold', query })
  const { data: owners } = useReadContract({ ...question, functionName: 'getOwners', query })
  if (threshold === undefined || owners === undefined) return undefined
  return { threshold: Number(threshold), owners: owners.length }
}

const everyMs = 4_000

/**
 * Counts the confirmations of a transaction, as reported by the Safe app that embeds this page; undefined elsewhere.
 */
export function useConfirmations(safeTxHash: string | undefined): number | undefined {
  const { settings } = useSettings()
  const { connector } = useConnection()
  const { data } = useQuery({
    queryKey: ['safe-confirmations', safeTxHash],
    enabled: safeTxHash !== undefined && connector?.type === 'safe',
    refetchInterval: everyMs,
    queryFn: async () =>
      (await countConfirmations(settings.wallets.safeAppOrigins, safeTxHash ?? '')) ?? null,
  })
  return data ?? undefined
}
