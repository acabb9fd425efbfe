import type { EventFeed } from '@/lib/api/declare/stream'
import type { ServiceError } from '@/lib/core/errors'
import { toJson } from '@/lib/http/pipeline/exchange'
import { asServiceError, errorBody } from '@/lib/http/pipeline/render-error'
import { eventBytes, eventText, pingText, retryText } from './event-text'
import { createPulse } from './pulse'
import { type ByteSink, type PushedBody, pushedBody } from './pushed-body'
import { defaultPingMs, type Streaming } from './streaming'

const onPulse = createPulse(defaultPingMs)
const pingBytes = Buffer.from(pingText)

/** Creates the body of a pushed event stream; an event with many recipients is encoded once. */
export function feedBody(streaming: Streaming, feed: EventFeed<unknown>): PushedBody {
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
