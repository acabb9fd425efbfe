/** EIP-712 types for the cancellation of one order. */
export const cancellationTypes = {
  OrderCancellation: [{ name: 'orderUid', type: 'bytes' }],
} as const

/** EIP-712 types for the cancellation of several orders. */
export const cancellationsTypes = {
  OrderCancellations: [{ name: 'orderUids', type: 'bytes[]' }],
} as const
