import type { StreamEvent } from '@/lib/api/declare/stream'
import { toJson } from '@/lib/http/pipeline/exchange'

/** An SSE comment that keeps an idle connection open. */
export const pingText = ': ping\n\n'

/** Formats the SSE `retry` field: milliseconds before a client reconnects. */
export function retryText(ms: number): string {
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
