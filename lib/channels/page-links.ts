import type { Config } from '@/lib/config'
import { getNetwork } from '@/lib/core/networks'
import type { Notification } from '@/lib/notifications/notification'

type Site = Pick<Config, 'signInOrigin'>

/** The path of the page of the order that a notification is about; undefined: there is no such order. */
export function orderPath({ orderUid, chainId, metadata }: Notification): string | undefined {
  if (metadata.test || !/^0x[0-9a-f]{112}$/.test(orderUid)) return undefined
  return `/orders/${orderUid}?chain=${getNetwork(chainId).name}`
}

/** As {@link orderPath}, with the address of the service; undefined also when it does not know that. */
export function orderLink({ signInOrigin }: Site, notification: Notification): string | undefined {
  const path = orderPath(notification)
  return signInOrigin === undefined || path === undefined ? undefined : `${signInOrigin}${path}`
}

/** The page of the inbox and of the settings of channels. */
export function inboxLink({ signInOrigin }: Site): string | undefined {
  return signInOrigin === undefined ? undefined : `${signInOrigin}/notifications`
}
