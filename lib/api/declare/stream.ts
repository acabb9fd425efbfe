const streamMark: unique symbol = Symbol.for('coincide.stream')

/** One server-sent event; `data` is rendered like any response body. */
export type StreamEvent<T> = {
  /** Conforms to the declared response schema. */
  readonly data: T
  /** Event name; default `message`. */
  readonly event?: string
  /** Sent back as `Last-Event-ID` by a reconnecting client. */
  readonly id?: string
}

/** Receives events as they happen; nothing after `end`. */
export type FeedListener<T> = {
  /** Sends an event. Pass the same object to all recipients, so that it is encoded once. */
  readonly send: (event: StreamEvent<T>) => void
  /** Ends the stream; an error is sent as an event named `error`. */
  readonly end: (error?: unknown) => void
}

/** One client's feed of events that are pushed to many clients; created by {@link openFeed}. */
export type EventFeed<T> = {
  /** Sends buffered events to `listener`, then live ones. Call at most once. */
  readonly start: (listener: FeedListener<T>) => void
  /** Unsubscribes; idempotent. */
  readonly stop: () => void
}

/** A response of server-sent events, created by {@link stream}. */
export type EventStream<T> = {
  readonly [streamMark]: true
  readonly events: AsyncIterable<StreamEvent<T>> | EventFeed<T>
  /** Milliseconds before a disconnected client reconnects. */
  readonly retryMs: number | undefined
}

/**
 * Creates a response of server-sent events that lasts until `events` end or the client disconnects
 * (`meta.signal`).
 *
 * An error thrown before the stream is returned is answered as usual. An error thrown by `events` ends the
 * stream with an event named `error`, whose data is the error body.
 */
export function stream<T>(
  events: EventStream<T>['events'],
  options: { readonly retryMs?: number } = {},
): EventStream<T> {
  return { [streamMark]: true, events, retryMs: options.retryMs }
}

/**
 * Opens a feed: `follow` subscribes the listener and resolves to its unsubscribe function. Events sent before the
 * response starts are buffered.
 */
export async function openFeed<T>(
  follow: (listener: FeedListener<T>) => Promise<() => void>,
): Promise<EventFeed<T>> {
  const buffered: ((listener: FeedListener<T>) => void)[] = []
  let started: FeedListener<T> | undefined
  const deliver = (action: (listener: FeedListener<T>) => void) => {
    if (started) action(started)
    else buffered.push(action)
  }
  const stop = await follow({
    send: (event) => deliver((listener) => listener.send(event)),
    end: (error) => deliver((listener) => listener.end(error)),
  })
  return {
    start: (listener) => {
      started = listener
      for (const action of buffered.splice(0)) action(listener)
    },
    stop,
  }
}

/** Whether an action's result is an {@link EventStream}. */
export function isStream(result: unknown): result is EventStream<unknown> {
  return typeof result === 'object' && result !== null && streamMark in result
}
