const streamMark: unique symbol = Symbol.for('coincide.stream')

/** One server-sent event; `data` is rendered like the body of any other answer. */
export type StreamEvent<T> = {
  readonly data: T
  /**
   * Name that listeners choose by; without one it is a `message`, which is what the declaration
   * describes.
   */
  readonly event?: string
  /** What a client that comes back sends as `Last-Event-ID`. */
  readonly id?: string
}

/** An answer that stays open and sends events, made by {@link stream}. */
export type EventStream<T> = {
  readonly [streamMark]: true
  readonly events: AsyncIterable<StreamEvent<T>>
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
  events: AsyncIterable<StreamEvent<T>>,
  options: { readonly retryMs?: number } = {},
): EventStream<T> {
  return { [streamMark]: true, events, retryMs: options.retryMs }
}

/** Whether an action's result is an {@link EventStream}. */
export function isStream(result: unknown): result is EventStream<unknown> {
  return typeof result === 'object' && result !== null && streamMark in result
}
