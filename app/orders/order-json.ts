import type { OrderDetails } from '@/lib/orders/queries/order-details'
import { viewOrder } from '@/lib/orders/queries/order-view'

/** Returns an order as the API answers it, as indented JSON. */
export const orderJson = (details: OrderDetails): string =>
  JSON.stringify(viewOrder(details), plain, 2)

const plain = (_key: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)
