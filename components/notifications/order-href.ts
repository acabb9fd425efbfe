type About = { readonly metadata: { readonly orderId: string; readonly chainId: number } }

/** The page of the order that a notification is about; the inbox itself when it names none. */
export function orderHref({ metadata: { orderId, chainId } }: About): string {
  if (!/^0x[0-9a-fA-F]{112}$/.test(orderId)) return '/notifications'
  return `/orders/${orderId}?chain=${chainId}`
}
