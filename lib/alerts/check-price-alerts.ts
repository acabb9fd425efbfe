import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { crashPoint } from '@/lib/core/crash-point'
import { isReached } from '@/lib/core/price-alert'
import { toUnixSeconds } from '@/lib/core/time'
import { inTransaction } from '@/lib/db/database'
import type { PricePoint } from '@/lib/market/candles/candle'
import { findUsdPrice } from '@/lib/market/prices/find-usd-price'
import { priceAlertNotification } from '@/lib/notifications/alert-notification'
import { saveNotifications } from '@/lib/notifications/notification-store'
import { nameTokens } from '@/lib/tokens/get-tokens'
import {
  type ArmedToken,
  fireReached,
  listArmedTokens,
  type ReachedPrice,
} from './price-alert-store'

/** Maximum age of a price that may fire an alert, in seconds: the price of a chain that stands still proves nothing. */
const maxPriceAgeSeconds = 600

/** Tokens whose prices are read at a time. */
const tokensAtOnce = 32

/** Alerts fired per transaction. */
const alertsAtOnce = 200

/** Result of a check. */
export type AlertCheck = {
  /** Number of alerts that fired. */
  readonly fired: number
  /** Whether the price of every token was read. */
  readonly isComplete: boolean
}

/**
 * Fires the armed alerts of a network whose price is reached: each exactly once per arming, with its notification, in
 * one transaction. Prices older than ten minutes fire nothing. A token whose price cannot be read delays no other.
 */
export async function checkPriceAlerts(ctx: Context, chainId: number): Promise<AlertCheck> {
  const armed = await listArmedTokens(ctx.db, chainId)
  let fired = 0
  let isComplete = true
  for (let start = 0; start < armed.length; start += tokensAtOnce) {
    const part = armed.slice(start, start + tokensAtOnce)
    const prices = await Promise.all(part.map(({ token }) => readPrice(ctx, { chainId, token })))
    for (const [index, entry] of part.entries()) {
      const price = prices[index]
      if (price === 'unread') isComplete = false
      else if (price && isAnyReached(entry, price.usd)) {
        fired += await fireAll(ctx, { chainId, token: entry.token, usd: price.usd })
      }
    }
  }
  return { fired, isComplete }
}

type TokenOnNetwork = { readonly chainId: number; readonly token: Address }

/** Returns a current price; undefined if there is none, or only an old one. */
async function readPrice(
  ctx: Context,
  query: TokenOnNetwork,
): Promise<PricePoint | 'unread' | undefined> {
  try {
    const price = await findUsdPrice(ctx, query)
    const isOld = price && price.at < toUnixSeconds(ctx.now()) - maxPriceAgeSeconds
    return isOld ? undefined : price
  } catch (error) {
    ctx.log.warn({ ...query, error }, 'price of alerts not read')
    return 'unread'
  }
}

function isAnyReached({ above, below }: ArmedToken, usd: number): boolean {
  const isAbove = above !== null && isReached({ condition: 'above', limitUsd: above }, usd)
  const isBelow = below !== null && isReached({ condition: 'below', limitUsd: below }, usd)
  return isAbove || isBelow
}

async function fireAll(ctx: Context, price: Omit<ReachedPrice, 'at'>): Promise<number> {
  const { chainId, token } = price
  const tokens = await nameTokens(ctx, { chainId, addresses: [token] })
  const symbol = tokens.get(token)?.symbol
  const reached = { ...price, at: new Date(ctx.now()) }
  for (let total = 0; ; ) {
    const count = await inTransaction(ctx.db, async (tx) => {
      const alerts = await fireReached(tx, reached, alertsAtOnce)
      const fired = alerts.map((alert) => ({ ...alert, firedUsd: price.usd }))
      await saveNotifications(
        tx,
        fired.map((alert) => priceAlertNotification(alert, symbol)),
      )
      if (alerts.length > 0) crashPoint('alert-before-commit')
      return alerts.length
    })
    if (count > 0) crashPoint('alert-after-commit')
    total += count
    if (count < alertsAtOnce) return total
  }
}
