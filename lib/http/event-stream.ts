import type { ErrorFormat } from '@/lib/api/endpoint'
import type { EventStream, StreamEvent } from '@/lib/api/stream'
import type { ServiceError } from '@/lib/core/errors'
import { type ApiResponse, apiHeaders, toJson } from './exchange'
import { asServiceError, errorBody } from './render-error'

/** Milliseconds of silence after which a comment keeps the connection open. */
const pingMs = 20_000

/** Bytes that a client may leave unread before it is dropped. */
export const maxUnsentBytes = 256 * 1024

type Streaming = {
  readonly stream: EventStream<unknown>
  readonly format: ErrorFormat
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal
  /** Called with the data of each unnamed event before it is sent. */
  readonly check: (data: unknown) => void
  /** Called once, with what the events threw if they did. */
  readonly onEnd: (error?: ServiceError) => void
  readonly pingMs?: number
}

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  ...apiHeaders,
  // Compression and proxies would otherwise gather events before they pass them on.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

/** A `text/event-stream` answer; its text comes as it happens and ends with the events or the client. */
export function streamResponse(streaming: Streaming): ApiResponse {
  return { status: 200, headers, body: writeEvents(streaming) }
}

/** What HEAD of a stream answers; the stream itself is not begun. */
export function streamHead(): ApiResponse {
  return { status: 200, headers, body: '' }
}

async function* writeEvents(streaming: Streaming): AsyncGenerator<string, void, undefined> {
  const { stream, format, signal, check, onEnd } = streaming
  const events = stream.events[Symbol.asyncIterator]()
  let failure: ServiceError | undefined
  try {
    if (stream.retryMs !== undefined) yield `retry: ${stream.retryMs}\n\n`
    let next = events.next()
    while (!signal.aborted) {
      const step = await firstOf(next, { signal, ms: streaming.pingMs ?? pingMs })
      if (step === 'gone') break
      if (step === 'silence') {
        yield ': ping\n\n'
        continue
      }
      if (step.done) break
      if (step.value.event === undefined) check(JSON.parse(toJson(step.value.data)))
      yield eventText(step.value)
      next = events.next()
    }
  } catch (thrown) {
    failure = asServiceError(thrown)
    yield eventText({ event: 'error', data: errorBody(format, failure) })
  } finally {
    // Not awaited: a generator that waits for something would answer only after that.
    events.return?.().catch(() => undefined)
    onEnd(failure)
  }
}

/** JSON has no raw line breaks, so one `data:` line holds it. */
function eventText({ event, id, data }: StreamEvent<unknown>): string {
  const name = event === undefined ? '' : `event: ${event}\n`
  const mark = id === undefined ? '' : `id: ${id}\n`
  return `${name}${mark}data: ${toJson(data)}\n\n`
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
    // What is not waited for any more must not end the process.
    next.catch(() => undefined)
  }
}
