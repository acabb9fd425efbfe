import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { BalanceEvent } from './balance-event'
import { subscribe, unsubscribe } from './balance-watch'
import { type Follower, openSubscription } from './follower'

/** Whose balances of which tokens are followed, until when. */
export type BalanceQuestion = {
  readonly chainId: number
  readonly account: Address
  readonly tokens: readonly Address[]
  /** Aborted when the follower has gone. */
  readonly signal: AbortSignal
}

/**
 * Follows an account's balances and allowances: first `initial_balances`, then a `balance_update` for each
 * change that a new block brings. Resolves with how to leave, when the first event has been sent. All who
 * follow an account share one reading a block; when that fails for fifteen seconds, they are told the end.
 *
 * @throws {ServiceError} InternalServerError when the RPC does not answer; RateLimited when too many tokens
 *   that do not answer are asked for; RequestTimeout when the follower goes before.
 */
export function followBalances(
  ctx: Context,
  question: BalanceQuestion,
  follower: Follower<BalanceEvent['data']>,
): Promise<() => void> {
  const { tokens, signal } = question
  return openSubscription({
    follower,
    signal,
    sit: (subscriber) => subscribe(ctx, question, { subscriber, tokens }),
    leave: (subscriber) => unsubscribe(ctx, question, subscriber),
  })
}
