import type { Address } from '@/lib/core/address'
import { formatOf } from '@/lib/core/format/format'
import { getNetwork } from '@/lib/core/networks'
import { type AlertMetadata, type NewNotification, noOrder } from '@/lib/core/notification'
import type { PriceTarget } from '@/lib/core/price-alert'
import { notificationId } from './notification-id'
import { symbolText } from './order-text'

/** A price alert that has fired. */
export type FiredAlert = PriceTarget & {
  readonly id: string
  /** How often it has been armed, from 1. */
  readonly armings: number
  readonly account: Address
  readonly chainId: number
  readonly token: Address
  /** The price of one whole token that fired it, in US dollars. */
  readonly firedUsd: number
}

/** Notifications are English; the pages translate them. */
const english = formatOf('en')

/** Builds `price_alert`; one per alert and arming, whoever builds it. `symbol` is as the contract reports it. */
export function priceAlertNotification(
  alert: FiredAlert,
  symbol: string | undefined,
): NewNotification & { readonly metadata: AlertMetadata } {
  const { id, armings: arming, account, chainId, token, condition, limitUsd, firedUsd } = alert
  const facts = { type: 'price_alert', chainId, orderUid: noOrder } as const
  const name = symbolText(symbol, token)
  const [limit, price] = [english.price(limitUsd), english.price(firedUsd)]
  const network = getNetwork(chainId).title
  return {
    ...facts,
    id: notificationId(facts, { alert: id, arming }),
    account,
    message: `Price alert: ${name} is ${condition} ${limit} on ${network}, at ${price}.`,
    metadata: { chainId, token, symbol: name, condition, limitUsd, priceUsd: firedUsd },
  }
}
