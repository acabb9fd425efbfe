/** EIP-712 types by which an owner cancels one order. */
export const cancellationTypes = {
  OrderCancellation: [{ name: 'orderUid', type: 'bytes' }],
} as const

/** EIP-712 types by which an owner cancels several orders at once. */
export const cancellationsTypes = {
  OrderCancellations: [{ name: 'orderUids', type: 'bytes[]' }],
} as const
