import type { OrderView } from '@/lib/client/api'
import type { OrderKind, OrderStatus } from '@/lib/core/order'

/** How an order stands, for its owner; amounts in atoms of the token that is not exact. */
export type Outcome = {
  readonly kind: OrderKind
  readonly status: OrderStatus
  /** What was got or given; undefined before a trade. */
  readonly executed: bigint | undefined
  /** How much better than quoted; undefined where it was not better. */
  readonly saved: bigint | undefined
  /** Open for so long that something may be in the way. */
  readonly isDelayed: boolean
}

const usualMs = 300_000

/** Compares what an order came to with what was quoted; an order that is not known yet counts as open. */
export function describeOutcome(
  view: OrderView | undefined,
  quoted: { readonly kind: OrderKind; readonly quotedAmount: bigint },
  nowMs: number = Date.now(),
): Outcome {
  const { kind, quotedAmount } = quoted
  if (!view) {
    return { kind, status: 'open', executed: undefined, saved: undefined, isDelayed: false }
  }
  const amount = BigInt(kind === 'sell' ? view.executedBuyAmount : view.executedSellAmount)
  const executed = amount > 0n ? amount : undefined
  const gain = kind === 'sell' ? amount - quotedAmount : quotedAmount - amount
  const age = nowMs - Date.parse(String(view.creationDate))
  return {
    kind,
    status: view.status,
    executed,
    saved: executed !== undefined && gain > 0n ? gain : undefined,
    isDelayed: view.status === 'open' && age > usualMs,
  }
}
