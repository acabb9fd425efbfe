import type { PlaceOrderInput } from '@/lib/orders/placement/place-order'

/** Returns the JSON body of `POST /api/v1/orders` for a signed order. */
export function orderBody({
  order,
  appData,
  from,
  signature,
  signingScheme,
}: PlaceOrderInput): string {
  const body = { ...order, appData, from, signature, signingScheme }
  return JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}
