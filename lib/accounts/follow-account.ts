import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { AccountEventData } from './account-event'
import { subscribe, unsubscribe } from './account-watch'
import { parseCursor } from './event-cursor'
import { type Follower, openSubscription } from './follower'

/** Whose events on which network are followed, from where, until when. */
export type EventQuestion = {
  readonly chainId: number
  readonly account: Address
  /** Id of the last event that the follower has got; what is no such id begins anew. */
  readonly lastEventId: string | undefined
  /** Aborted when the follower has gone. */
  readonly signal: AbortSignal
}

/**
 * Follows an account's orders, trades and notifications on a network: first a `snapshot`, then, for one
 * who comes back, what was committed meanwhile, then what is committed; each change once. Resolves with
 * how to leave, when the beginning has been sent. One reading serves all accounts of a network; when it fails
 * for fifteen seconds, those who follow are told the end.
 *
 * @throws {ServiceError} InternalServerError when the database does not answer; RequestTimeout when the
 *   follower goes before.
 */
export function followAccount(
  ctx: Context,
  question: EventQuestion,
  follower: Follower<AccountEventData>,
): Promise<() => void> {
  const cursor = parseCursor(question.lastEventId)
  return openSubscription({
    follower,
    signal: question.signal,
    sit: (subscriber) => subscribe(ctx, question, { subscriber, cursor }),
    leave: (subscriber) => unsubscribe(ctx, question, subscriber),
  })
}
