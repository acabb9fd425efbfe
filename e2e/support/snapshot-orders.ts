import { orderExample } from '@/lib/api/order-book/order-examples'

const part = { executedSellAmount: '370000000000000000', executedBuyAmount: '1117970000' }
const whole = { executedSellAmount: '1000000000000000000', executedBuyAmount: '3021550000' }
const base = { ...orderExample, validTo: 1_795_339_800 }

/** One order per list state. */
const states = [
  {},
  part,
  { signingScheme: 'presign', presignaturePending: true },
  { kind: 'buy', partiallyFillable: true },
  { ...whole, status: 'fulfilled' },
  { ...part, status: 'expired' },
  { status: 'expired' },
  { status: 'cancelled', invalidated: true },
]

/** An account's orders, newest first, one hour apart. */
export const orders = states.map((state, index) => ({
  ...base,
  ...state,
  uid: `${base.uid.slice(0, -2)}${String(index).padStart(2, '0')}`,
  creationDate: new Date(Date.parse(base.creationDate) - index * 3_600_000).toISOString(),
}))
