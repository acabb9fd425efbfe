import type { Config } from '@/lib/config'
import { getNetwork } from '@/lib/core/networks'
import type { Notification } from '@/lib/notifications/notification'

type Site = Pick<Config, 'signInOrigin'>

/** The page of the order that a notification is about; undefined when the service does not know its own address. */
export function orderLink({ signInOrigin }: Site, notification: Notification): string | undefined {
  const { orderUid, chainId } = notification
  if (signInOrigin === undefined || !/^0x[0-9a-f]{112}$/.test(orderUid)) return undefined
  return `${signInOrigin}/orders/${orderUid}?chain=${getNetwork(chainId).name}`
}

/** The page of the inbox and of the settings of channels. */
export function inboxLink({ signInOrigin }: Site): string | undefined {
  return signInOrigin === undefined ? undefined : `${signInOrigin}/notifications`
}
