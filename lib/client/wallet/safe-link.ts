import { getAddress } from 'viem'
import type { Address } from '@/lib/core/address'

/** Short names of networks as addresses of the Safe app carry them (EIP-3770). */
const shortNames: Readonly<Record<number, string>> = {
  1: 'eth',
  100: 'gno',
  8453: 'base',
  42161: 'arb1',
  11155111: 'sep',
}

/** Where the owners of a Safe find what waits for their confirmation; undefined on networks without that app. */
export function safeQueueUrl({
  chainId,
  safe,
}: {
  readonly chainId: number
  readonly safe: Address
}): string | undefined {
  const name = shortNames[chainId]
  return name && `https://app.safe.global/transactions/queue?safe=${name}:${getAddress(safe)}`
}
