import { type Context, defineSlot } from '@/lib/context'
import { setBounded } from '@/lib/core/bounded-map'
import type { Hex } from '@/lib/core/bytes'
import { isServiceError } from '@/lib/core/errors'
import { findHolder, type Pool } from '@/lib/liquidity/pool'
import type { OrderRecord } from '@/lib/orders/order-record'
import { recordPlacementErrors } from '@/lib/orders/state/order-state-store'
import { checkTokens } from '@/lib/tokens/policy/check-tokens'

/** Orders checked per call, so that mass placements cannot delay other orders. */
const maxChecked = 10

/** Maximum number of remembered checked orders, to bound memory. The oldest are evicted, and checked again if open. */
const maxEntries = 10_000

const checkedPlacements = defineSlot('orders/checked-placements', () => new Map<Hex, true>())

type OpenOrders = {
  readonly chainId: number
  readonly orders: readonly OrderRecord[]
  /** Pools that have the tokens of these orders. */
  readonly pools: readonly Pool[]
}

/**
 * Checks the tokens of open orders that were placed on chain, since nothing could reject them at placement. Checks each
 * order once; retries it while the chain does not answer.
 *
 * Returns the orders whose tokens are unsupported, recorded as `preValidationError`. They leave the auctions, and their
 * senders are refunded as for any order that ends unfilled.
 */
export async function rejectOnchainOrders(
  ctx: Context,
  { chainId, orders, pools }: OpenOrders,
): Promise<ReadonlySet<Hex>> {
  const checked = checkedPlacements(ctx)
  const due = orders.filter(({ uid, onchainSender }) => onchainSender && !checked.has(uid))
  const refused = new Set<Hex>()
  await Promise.all(
    due.slice(0, maxChecked).map(async ({ uid, sellToken, buyToken }) => {
      const addresses = [sellToken, buyToken]
      const holderOf = (token: (typeof addresses)[number]) => findHolder(pools, token)
      const outcome = await checkTokens(ctx, { chainId, addresses, holderOf }).then(
        () => undefined,
        codeOf,
      )
      if (outcome === 'UnsupportedToken') refused.add(uid)
      if (!outcome) setBounded(checked, { key: uid, value: true, max: maxEntries })
    }),
  )
  if (refused.size > 0) await recordPlacementErrors(ctx.db, [...refused], 'preValidationError')
  return refused
}

function codeOf(error: unknown): string {
  if (!isServiceError(error)) throw error
  return error.code
}
