import { type Context, contextSlot } from '@/lib/context'
import { setBounded } from '@/lib/core/bounded-map'
import type { Hex } from '@/lib/core/bytes'
import { isServiceError } from '@/lib/core/errors'
import { findHolder, type Pool } from '@/lib/liquidity/pool'
import type { OrderRecord } from '@/lib/orders/order-record'
import { checkTokens } from '@/lib/tokens/policy/check-tokens'
import { notePlacementErrors } from './onchain-order-store'

/** Orders that are tried at once: nobody holds others up by placing many. */
const maxTried = 10

/** Orders that are remembered as tried, the newest. */
const maxEntries = 10_000

type OpenOrders = {
  readonly chainId: number
  readonly orders: readonly OrderRecord[]
  /** Pools that have the tokens of these orders. */
  readonly pools: readonly Pool[]
}

/**
 * Tries the tokens of open orders that were placed on chain, where nobody could refuse them, as those of submitted ones
 * are tried; each order once, and again where the chain does not answer. Gives those that cannot be traded: they are
 * noted as refused (`preValidationError`), take part in no auction any more, and what was paid for them goes back to
 * their senders as for any other order that ends unsettled.
 */
export async function refusePlacedOrders(
  ctx: Context,
  { chainId, orders, pools }: OpenOrders,
): Promise<ReadonlySet<Hex>> {
  const tried = contextSlot(ctx, 'orders:tried-placements', () => new Map<Hex, true>())
  const due = orders.filter(({ uid, onchainSender }) => onchainSender && !tried.has(uid))
  const refused = new Set<Hex>()
  await Promise.all(
    due.slice(0, maxTried).map(async ({ uid, sellToken, buyToken }) => {
      const addresses = [sellToken, buyToken]
      const holderOf = (token: (typeof addresses)[number]) => findHolder(pools, token)
      const outcome = await checkTokens(ctx, { chainId, addresses, holderOf }).catch(codeOf)
      if (outcome === 'UnsupportedToken') refused.add(uid)
      if (!outcome) setBounded(tried, { key: uid, value: true, max: maxEntries })
    }),
  )
  if (refused.size > 0) await notePlacementErrors(ctx.db, [...refused], 'preValidationError')
  return refused
}

function codeOf(error: unknown): string {
  if (!isServiceError(error)) throw error
  return error.code
}
