import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { AccountEventData } from './account-event'
import { subscribe, unsubscribe } from './account-watch'
import { parseCursor } from './event-cursor'
import { type Follower, openSubscription } from './follower'

/** A subscription request for an account's events on one network. */
export type EventRequest = {
  readonly chainId: number
  readonly account: Address
  /** Id of the last event received; any other value starts with a snapshot only. */
  readonly lastEventId: string | undefined
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
}

/**
 * Subscribes to an account's orders, trades and notifications on a network: first a `snapshot`, then, for a returning
 * client, everything committed meanwhile, then each new commit; each change once. Resolves with an unsubscribe function
 * when the initial events have been sent. One poll serves all accounts of a network; when polls fail for fifteen
 * seconds, the streams end.
 *
 * @throws {ServiceError} InternalServerError when the database does not answer; RequestTimeout when the client
 * disconnects first.
 */
export function followAccount(
  ctx: Context,
  query: EventRequest,
  follower: Follower<AccountEventData>,
): Promise<() => void> {
  const cursor = parseCursor(query.lastEventId)
  return openSubscription({
    follower,
    signal: query.signal,
    join: (subscriber) => subscribe(ctx, query, { subscriber, cursor }),
    leave: (subscriber) => unsubscribe(ctx, query, subscriber),
  })
}
