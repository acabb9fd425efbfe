import type { ErrorFormat } from '@/lib/api/declare/endpoint'
import type { EventFeed, EventStream, StreamEvent } from '@/lib/api/declare/stream'
import type { ServiceError } from '@/lib/core/errors'
import { type ApiResponse, apiHeaders, toJson } from '@/lib/http/pipeline/exchange'
import { asServiceError, errorBody } from '@/lib/http/pipeline/render-error'
import { type ByteSink, type PushedBody, pushedBody } from './pushed-body'

/** An event stream to write. */
type Streaming = {
  readonly stream: EventStream<unknown>
  readonly format: ErrorFormat
  /** Aborted when the client disconnects or the process shuts down. */
  readonly signal: AbortSignal
  /** Validates the data of each event, parsed from its JSON, before it is sent; undefined disables it. */
  readonly check: ((data: unknown) => void) | undefined
  /** Called once at the end, with the error that ended the stream, if any. */
  readonly onEnd: (error?: ServiceError) => void
  readonly pingMs?: number
}

/** Milliseconds of silence before a comment is sent to keep the connection open. */
const defaultPingMs = 20_000

/** An SSE comment that keeps an idle connection open. */
const pingText = ': ping\n\n'

/** Maximum unread bytes before a client is dropped. */
export const maxUnsentBytes = 256 * 1024

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  ...apiHeaders,
  // Prevents compression and proxies from buffering events.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

/** Builds a `text/event-stream` response, which ends with the events or when the client disconnects. */
export function streamResponse(streaming: Streaming): ApiResponse {
  const { events } = streaming.stream
  const body = isFeed(events) ? feedBody(streaming, events) : writeEvents(streaming, events)
  return { status: 200, headers, body }
}

/** Returns the response to HEAD of a stream, without starting the stream. */
export function streamHead(): ApiResponse {
  return { status: 200, headers, body: '' }
}

type Events = EventStream<unknown>['events']

function isFeed(events: Events): events is EventFeed<unknown> {
  return 'start' in events
}

async function* writeEvents(
  { stream, format, signal, check, onEnd, pingMs = defaultPingMs }: Streaming,
  source: Exclude<Events, EventFeed<unknown>>,
): AsyncGenerator<string, void, undefined> {
  const events = source[Symbol.asyncIterator]()
  let failure: ServiceError | undefined
  try {
    if (stream.retryMs !== undefined) yield retryText(stream.retryMs)
    let next = events.next()
    while (!signal.aborted) {
      const step = await firstOf(next, { signal, ms: pingMs })
      if (step === 'gone') break
      if (step === 'silence') {
        yield pingText
        continue
      }
      if (step.done) break
      check?.(JSON.parse(toJson(step.value.data)))
      yield eventText(step.value)
      next = events.next()
    }
  } catch (thrown) {
    failure = asServiceError(thrown)
    yield eventText({ event: 'error', data: errorBody(format, failure) })
  } finally {
    // Not awaited: a generator that is itself awaiting would resolve only after that.
    events.return?.().catch(() => undefined)
    onEnd(failure)
  }
}

async function firstOf<T>(
  next: Promise<T>,
  { signal, ms }: { readonly signal: AbortSignal; readonly ms: number },
): Promise<T | 'silence' | 'gone'> {
  let timer: NodeJS.Timeout | undefined
  let leave: () => void = () => undefined
  const silence = new Promise<'silence'>((resolve) => {
    timer = setTimeout(resolve, ms, 'silence')
  })
  const gone = new Promise<'gone'>((resolve) => {
    leave = () => resolve('gone')
    signal.addEventListener('abort', leave, { once: true })
  })
  try {
    return await Promise.race([next, silence, gone])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
    // An abandoned promise must not end the process by an unhandled rejection.
    next.catch(() => undefined)
  }
}

const onPulse = createPulse(defaultPingMs)
const pingBytes = Buffer.from(pingText)

/** Creates the body of a pushed event stream; an event with many recipients is encoded once. */
function feedBody(streaming: Streaming, feed: EventFeed<unknown>): PushedBody {
  return pushedBody((sink) => startFeed(streaming, { feed, sink }))
}

type Feeding = { readonly feed: EventFeed<unknown>; readonly sink: ByteSink }

function startFeed(streaming: Streaming, { feed, sink }: Feeding): () => void {
  const { stream, format, signal, check, onEnd } = streaming
  let isOpen = true
  const stopPings = onPulse(() => sink.write(pingBytes))
  const finish = (failure?: ServiceError) => {
    if (!isOpen) return
    isOpen = false
    signal.removeEventListener('abort', leave)
    stopPings()
    feed.stop()
    onEnd(failure)
  }
  const end = (error?: unknown) => {
    if (!isOpen) return
    const failure = error === undefined ? undefined : asServiceError(error)
    if (failure) {
      sink.write(Buffer.from(eventText({ event: 'error', data: errorBody(format, failure) })))
    }
    finish(failure)
    sink.end()
  }
  const leave = () => end()
  if (stream.retryMs !== undefined) sink.write(Buffer.from(retryText(stream.retryMs)))
  feed.start({
    send: (event) => {
      if (!isOpen) return
      try {
        check?.(JSON.parse(toJson(event.data)))
        sink.write(eventBytes(event))
      } catch (error) {
        end(error)
      }
    },
    end,
  })
  if (signal.aborted) end()
  else signal.addEventListener('abort', leave, { once: true })
  return () => finish()
}

/** Formats the SSE `retry` field: milliseconds before a client reconnects. */
function retryText(ms: number): string {
  return `retry: ${ms}\n\n`
}

/** Formats an event. JSON has no raw line breaks, so one `data:` line suffices. */
export function eventText({ event, id, data }: StreamEvent<unknown>): string {
  const name = event === undefined ? '' : `event: ${event}\n`
  const mark = id === undefined ? '' : `id: ${id}\n`
  return `${name}${mark}data: ${toJson(data)}\n\n`
}

const rendered = new WeakMap<StreamEvent<unknown>, Buffer>()

/** Encodes an event once, for all its recipients. */
export function eventBytes(event: StreamEvent<unknown>): Buffer {
  const known = rendered.get(event)
  if (known) return known
  const bytes = Buffer.from(eventText(event))
  rendered.set(event, bytes)
  return bytes
}

/** Returns a function that adds a callback to a shared interval timer and returns its removal. */
function createPulse(everyMs: number): (beat: () => void) => () => void {
  const beats = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  return (beat) => {
    beats.add(beat)
    timer ??= setInterval(() => {
      for (const each of beats) each()
    }, everyMs)
    return () => {
      beats.delete(beat)
      if (beats.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }
}
