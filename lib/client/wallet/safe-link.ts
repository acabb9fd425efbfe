import { getAddress } from 'viem'
import type { Address } from '@/lib/core/address'
import { findNetwork } from '@/lib/core/networks'

/** Where the owners of a Safe find what waits for their confirmation; undefined on networks without that app. */
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
