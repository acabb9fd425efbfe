type About = { readonly metadata: { readonly orderId: string; readonly chainId: number } }

/** Returns the path of a notification's order; the inbox if it has none. */
export function orderHref({ metadata: { orderId, chainId } }: About): string {
  if (!/^0x[0-9a-fA-F]{112}$/.test(orderId)) return '/notifications'
  return `/orders/${orderId}?chain=${chainId}`
}
