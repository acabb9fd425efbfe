const streamMark: unique symbol = Symbol.for('coincide.stream')

/** One server-sent event; `data` is rendered like the body of any other answer. */
export type StreamEvent<T> = {
  /** Of the declared response's form. */
  readonly data: T
  /** Name that listeners choose by; without one it is a `message`. */
  readonly event?: string
  /** What a client that comes back sends as `Last-Event-ID`. */
  readonly id?: string
}

/** Who is told of events as they happen; nothing is told after the end. */
export type FeedListener<T> = {
  /** An event that is sent to many is the same object for each of them, and rendered once. */
  readonly send: (event: StreamEvent<T>) => void
  /** Ends the stream; with an error, by an event named `error`. */
  readonly end: (error?: unknown) => void
}

/** Events that are pushed to many clients at once, as one of them is given them; made by {@link openFeed}. */
export type EventFeed<T> = {
  /** Tells `listener` what has gathered, then what happens. Called once at most. */
  readonly start: (listener: FeedListener<T>) => void
  /** Leaves; calling it again does nothing. */
  readonly stop: () => void
}

/** An answer that stays open and sends events, made by {@link stream}. */
export type EventStream<T> = {
  readonly [streamMark]: true
  readonly events: AsyncIterable<StreamEvent<T>> | EventFeed<T>
  /** Milliseconds after which a client that lost the stream comes back. */
  readonly retryMs: number | undefined
}

/**
 * Answers with server-sent events, until `events` end or the client has gone (`meta.signal`).
 *
 * What an action throws before it returns the stream is answered as usual; what `events` throw ends the
 * stream with an event named `error`, whose data is the usual error body.
 */
export function stream<T>(
  events: EventStream<T>['events'],
  options: { readonly retryMs?: number } = {},
): EventStream<T> {
  return { [streamMark]: true, events, retryMs: options.retryMs }
}

/**
 * Joins what sends events to many: `follow` is given the listener and resolves with how to leave. What is
 * sent before the answer has begun is kept for it.
 */
export async function openFeed<T>(
  follow: (listener: FeedListener<T>) => Promise<() => void>,
): Promise<EventFeed<T>> {
  const gathered: ((listener: FeedListener<T>) => void)[] = []
  let started: FeedListener<T> | undefined
  const tell = (say: (listener: FeedListener<T>) => void) => {
    if (started) say(started)
    else gathered.push(say)
  }
  const stop = await follow({
    send: (event) => tell((listener) => listener.send(event)),
    end: (error) => tell((listener) => listener.end(error)),
  })
  return {
    start: (listener) => {
      started = listener
      for (const say of gathered.splice(0)) say(listener)
    },
    stop,
  }
}

/** Whether an action's result is an {@link EventStream}. */
export function isStream(result: unknown): result is EventStream<unknown> {
  return typeof result === 'object' && result !== null && streamMark in result
}
