import type { Config } from '@/lib/config'
import { getNetwork } from '@/lib/core/networks'
import type { Notification } from '@/lib/core/notification'

type Site = Pick<Config, 'signInOrigin'>

/** Returns the path of a notification's order page; undefined without a real order. */
export function orderPath({ orderUid, chainId, metadata }: Notification): string | undefined {
  if (metadata.test || !/^0x[0-9a-f]{112}$/.test(orderUid)) return undefined
  return `/orders/${orderUid}?chain=${getNetwork(chainId).name}`
}

/** Like {@link orderPath} with the origin of the service; undefined also without one. */
export function orderLink({ signInOrigin }: Site, notification: Notification): string | undefined {
  const path = orderPath(notification)
  return signInOrigin === undefined || path === undefined ? undefined : `${signInOrigin}${path}`
}

/** The URL of the inbox and channel settings. */
export function inboxLink({ signInOrigin }: Site): string | undefined {
  return signInOrigin === undefined ? undefined : `${signInOrigin}/notifications`
}
