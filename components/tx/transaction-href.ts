import type { Hex } from '@/lib/core/bytes'

/** Path of a transaction's page; `network` is a name or chain id. */
export const transactionHref = (network: string | number, hash: Hex): string =>
  `/tx/${network}/${hash}`
