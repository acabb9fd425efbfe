import { ServiceError } from '@/lib/core/errors'

/** An event for subscribers; one object for all recipients, so that it is rendered once. */
export type AccountEvent<T = unknown> = {
  readonly event: string
  readonly id?: string
  readonly data: T
}

/** A recipient of an account's events. */
export type Follower<T = unknown> = {
  readonly send: (event: AccountEvent<T>) => void
  /** Nothing is sent afterwards. */
  readonly end: (error?: unknown) => void
}

/** A follower that waits for its first event or has received it. */
export type Subscriber<T> = Follower<T> & {
  readonly admit: () => void
  /** Rejects the subscription before its first event. */
  readonly refuse: (error: unknown) => void
}

type Opening<T> = {
  readonly follower: Follower<T>
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  /** Called once with the subscriber. */
  readonly join: (subscriber: Subscriber<T>) => void
  /** Called exactly once, however the subscription ends. */
  readonly leave: (subscriber: Subscriber<T>) => void
}

/**
 * Opens a subscription and resolves with its unsubscribe function once it is admitted. `leave` is called exactly once
 * whenever the follower goes, even while it waits.
 *
 * @throws the error of the refusal; RequestTimeout when the client disconnects first.
 */
export function openSubscription<T>({
  follower,
  signal,
  join,
  leave,
}: Opening<T>): Promise<() => void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(gone())
    let isSubscribed = true
    const leaveOnce = () => {
      if (!isSubscribed) return
      isSubscribed = false
      signal.removeEventListener('abort', abort)
      leave(subscriber)
    }
    const abort = () => {
      leaveOnce()
      reject(gone())
    }
    const subscriber: Subscriber<T> = {
      send: follower.send,
      end: (error) => {
        leaveOnce()
        follower.end(error)
      },
      admit: () => resolve(leaveOnce),
      refuse: (error) => {
        leaveOnce()
        reject(error)
      },
    }
    join(subscriber)
    signal.addEventListener('abort', abort)
  })
}

function gone(): ServiceError {
  return new ServiceError('RequestTimeout', 'the client disconnected')
}
