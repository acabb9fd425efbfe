import type { ShownOrder } from '@/lib/client/orders/shown-order'

/** Returns an open sell order of 1,000 for at least 3,000 atoms as pages hold it, with `change` applied. */
export function shownOrder(change: Partial<ShownOrder> = {}): ShownOrder {
  return {
    uid: `0x${'5e'.repeat(56)}`,
    owner: `0x${'aa'.repeat(20)}`,
    kind: 'sell',
    status: 'open',
    sellToken: `0x${'01'.repeat(20)}`,
    buyToken: `0x${'02'.repeat(20)}`,
    sellAmount: 1_000n,
    buyAmount: 3_000n,
    feeAmount: 0n,
    executedSell: 0n,
    executedBuy: 0n,
    validTo: 2_000,
    createdAt: new Date(0),
    signed: true,
    signingScheme: 'eip712',
    partiallyFillable: false,
    isQuoted: true,
    ...change,
  }
}
