import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { BalanceEvent } from './balance-event'
import { subscribe, unsubscribe } from './balance-watch'
import { type Follower, openSubscription } from './follower'

/** A subscription request for an account's balances of some tokens. */
export type BalanceRequest = {
  readonly chainId: number
  readonly account: Address
  readonly tokens: readonly Address[]
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

/**
 * Subscribes to an account's balances and allowances: first `initial_balances`, then a `balance_update` for each change
 * in a new block. Resolves with an unsubscribe function when the first event has been sent. All subscribers of an
 * account share one reading per block; when readings fail for fifteen seconds, the streams end.
 *
 * @throws {ServiceError} InternalServerError when the RPC does not answer; RateLimited when too many requested tokens
 * do not answer; RequestTimeout when the client disconnects first.
 */
export function followBalances(
  ctx: Context,
  query: BalanceRequest,
  follower: Follower<BalanceEvent['data']>,
): Promise<() => void> {
  const { tokens, signal } = query
  return openSubscription({
    follower,
    signal,
    join: (subscriber) => subscribe(ctx, query, { subscriber, tokens }),
    leave: (subscriber) => unsubscribe(ctx, query, subscriber),
  })
}
