import { hashTypedData, type TypedDataDomain } from 'viem'
import type { Hex } from '@/lib/core/bytes'

/** EIP-712 types by which an owner cancels one order. */
export const cancellationTypes = {
  OrderCancellation: [{ name: 'orderUid', type: 'bytes' }],
} as const

/** EIP-712 types by which an owner cancels several orders at once. */
export const cancellationsTypes = {
  OrderCancellations: [{ name: 'orderUids', type: 'bytes[]' }],
} as const

/** The digest that cancels one order; `domain` is that of orders. */
export function hashCancellation(domain: TypedDataDomain, orderUid: Hex): Hex {
  return hashTypedData({
    domain,
    types: cancellationTypes,
    primaryType: 'OrderCancellation',
    message: { orderUid },
  })
}

/** The digest that cancels all these orders, in the sequence given. */
export function hashCancellations(domain: TypedDataDomain, orderUids: readonly Hex[]): Hex {
  return hashTypedData({
    domain,
    types: cancellationsTypes,
    primaryType: 'OrderCancellations',
    message: { orderUids: [...orderUids] },
  })
}
