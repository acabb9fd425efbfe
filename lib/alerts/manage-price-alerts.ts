import type { Context } from '@/lib/context'
import { type Address, asErc20 } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { type Identity, networksInScope } from '@/lib/core/identity'
import { isReached, maxPriceAlerts, type PriceTarget } from '@/lib/core/price-alert'
import { inTransaction } from '@/lib/db/database'
import { findUsdPrice } from '@/lib/market/prices/find-usd-price'
import { nameTokens } from '@/lib/tokens/get-tokens'
import type { PriceAlert } from './price-alert'
import {
  deletePriceAlert,
  findPriceAlert,
  insertPriceAlert,
  listPriceAlerts,
  type PriceAlertKey,
  updateTarget,
} from './price-alert-store'

/** An alert, and the symbol that its token reports. */
export type NamedPriceAlert = PriceAlert & { readonly symbol: string | undefined }

/** A price alert to add; the native token by its pseudo-address or its wrapped token's address. */
export type PriceAlertWish = PriceTarget & { readonly chainId: number; readonly token: Address }

/**
 * Adds a price alert, armed.
 *
 * @throws {ServiceError} BadRequest when the network is not the identity's or the price is there already, NotFound
 * without a price, Conflict when the account has {@link maxPriceAlerts}; otherwise as `findUsdPrice`.
 */
export async function addPriceAlert(
  ctx: Context,
  identity: Identity,
  { chainId, ...wish }: PriceAlertWish,
): Promise<NamedPriceAlert> {
  if (
    !networksInScope(identity.networks).includes(chainId) ||
    !ctx.config.chainIds.includes(chainId)
  ) {
    throw new ServiceError('BadRequest', 'chainId must be a served network of this session')
  }
  const token = asErc20(wish.token, ctx.chain(chainId).network)
  const facts = { ...wish, chainId, token }
  await refuseReached(ctx, facts)
  const at = new Date(ctx.now())
  const added = await inTransaction(ctx.db, (tx) =>
    insertPriceAlert(tx, identity, { ...facts, at }),
  )
  if (added) return nameOne(ctx, added)
  throw new ServiceError('Conflict', `the account has ${maxPriceAlerts} price alerts`)
}

/**
 * Changes what an alert waits for and arms it again, whether it has fired or not.
 *
 * @throws {ServiceError} NotFound when the account has no such alert or there is no price, BadRequest when the price is
 * there already; otherwise as `findUsdPrice`.
 */
export async function armPriceAlert(
  ctx: Context,
  key: PriceAlertKey,
  target: PriceTarget,
): Promise<NamedPriceAlert> {
  const known = await findPriceAlert(ctx.db, key)
  if (!known) throw noPriceAlert()
  await refuseReached(ctx, { ...known, ...target })
  const armed = await inTransaction(ctx.db, (tx) => updateTarget(tx, key, target))
  if (armed) return nameOne(ctx, armed)
  throw noPriceAlert()
}

/** An alert that fires at once would tell nothing new. */
async function refuseReached(ctx: Context, { chainId, token, ...target }: PriceAlertWish) {
  const price = await findUsdPrice(ctx, { chainId, token })
  if (!price) throw new ServiceError('NotFound', 'price not found')
  if (!isReached(target, price.usd)) return
  const { condition } = target
  throw new ServiceError('BadRequest', `limitUsd must not be reached: the price is ${condition} it`)
}

/**
 * Removes an alert.
 *
 * @throws {ServiceError} NotFound when the account has no such alert.
 */
export async function removePriceAlert(ctx: Context, key: PriceAlertKey): Promise<void> {
  if (!(await deletePriceAlert(ctx.db, key))) throw noPriceAlert()
}

const noPriceAlert = () => new ServiceError('NotFound', 'the account has no such price alert')

/** Returns the alerts of an identity, newest first. */
export async function readPriceAlerts(
  ctx: Context,
  identity: Identity,
): Promise<readonly NamedPriceAlert[]> {
  return nameAlerts(ctx, await listPriceAlerts(ctx.db, identity))
}

async function nameOne(ctx: Context, alert: PriceAlert): Promise<NamedPriceAlert> {
  const [named = { ...alert, symbol: undefined }] = await nameAlerts(ctx, [alert])
  return named
}

async function nameAlerts(
  ctx: Context,
  alerts: readonly PriceAlert[],
): Promise<readonly NamedPriceAlert[]> {
  const chainIds = [...new Set(alerts.map(({ chainId }) => chainId))]
  const tokens = await Promise.all(
    chainIds.map(async (chainId) => {
      const own = alerts.filter((alert) => alert.chainId === chainId)
      const addresses = own.map(({ token }) => token)
      return [chainId, await nameTokens(ctx, { chainId, addresses })] as const
    }),
  )
  const known = new Map(tokens)
  return alerts.map((alert) => ({
    ...alert,
    symbol: known.get(alert.chainId)?.get(alert.token)?.symbol,
  }))
}
