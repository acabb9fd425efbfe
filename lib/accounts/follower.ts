import { ServiceError } from '@/lib/core/errors'

/** An event for followers; the same object for all who get the same, so that it is rendered once. */
export type AccountEvent<T = unknown> = {
  readonly event: string
  readonly id?: string
  readonly data: T
}

/** Who is told of an account's events. */
export type Follower<T = unknown> = {
  readonly send: (event: AccountEvent<T>) => void
  /** Nothing is sent afterwards. */
  readonly end: (error?: unknown) => void
}

/** One who waits for its first event, or gets them already. */
export type Subscriber<T> = Follower<T> & {
  readonly admit: () => void
  /** Turns it away before its first event. */
  readonly refuse: (error: unknown) => void
}

type Taking<T> = {
  readonly follower: Follower<T>
  /** Aborted when the follower has gone. */
  readonly signal: AbortSignal
  /** Called with the seat once; `leave` of the result undoes that. */
  readonly sit: (subscriber: Subscriber<T>) => void
  /** Called once, whenever and however it leaves. */
  readonly leave: (subscriber: Subscriber<T>) => void
}

/**
 * Takes a seat and resolves with how to leave it, when it is admitted. Whenever the follower goes, also while it
 * waits, `leave` is called, once.
 *
 * @throws what it is refused with; RequestTimeout when it goes before.
 */
export function openSubscription<T>({
  follower,
  signal,
  sit,
  leave,
}: Taking<T>): Promise<() => void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(gone())
    let isSubscribed = true
    const rise = () => {
      if (!isSubscribed) return
      isSubscribed = false
      signal.removeEventListener('abort', abort)
      leave(subscriber)
    }
    const abort = () => {
      rise()
      reject(gone())
    }
    const subscriber: Subscriber<T> = {
      send: follower.send,
      end: (error) => {
        rise()
        follower.end(error)
      },
      admit: () => resolve(rise),
      refuse: (error) => {
        rise()
        reject(error)
      },
    }
    sit(subscriber)
    signal.addEventListener('abort', abort)
  })
}

function gone(): ServiceError {
  return new ServiceError('RequestTimeout', 'the client has gone')
}
