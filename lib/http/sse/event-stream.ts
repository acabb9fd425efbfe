import type { EventFeed, EventStream } from '@/lib/api/declare/stream'
import type { ServiceError } from '@/lib/core/errors'
import { type ApiResponse, apiHeaders, toJson } from '@/lib/http/pipeline/exchange'
import { asServiceError, errorBody } from '@/lib/http/pipeline/render-error'
import { eventText, pingText, retryText } from './event-text'
import { feedBody } from './sse-body'
import { defaultPingMs, type Streaming } from './streaming'

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
