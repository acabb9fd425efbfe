import { getAddress } from 'viem'
import type { Address } from '@/lib/core/address'
import { findNetwork } from '@/lib/core/networks'

/** Returns the Safe web app's page of pending confirmations; undefined on networks without it. */
export function safeQueueUrl({
  chainId,
  safe,
}: {
  readonly chainId: number
  readonly safe: Address
}): string | undefined {
  const name = findNetwork(String(chainId))?.shortName
  return name && `https://app.safe.global/transactions/queue?safe=${name}:${getAddress(safe)}`
}
