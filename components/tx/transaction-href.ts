import type { Hex } from '@/lib/core/bytes'

/** The page of a transaction; `network` is a name or chain id. */
export const transactionHref = (network: string | number, hash: Hex): string =>
  `/tx/${network}/${hash}`
