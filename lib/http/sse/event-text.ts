import type { StreamEvent } from '@/lib/api/declare/stream'
import { toJson } from '@/lib/http/pipeline/exchange'

/** A comment that keeps a silent connection open. */
export const pingText = ': ping\n\n'

/** How long a client that lost the stream waits before it comes back. */
export function retryText(ms: number): string {
  return `retry: ${ms}\n\n`
}

/** An event as it is sent. JSON has no raw line breaks, so one `data:` line holds it. */
export function eventText({ event, id, data }: StreamEvent<unknown>): string {
  const name = event === undefined ? '' : `event: ${event}\n`
  const mark = id === undefined ? '' : `id: ${id}\n`
  return `${name}${mark}data: ${toJson(data)}\n\n`
}

const rendered = new WeakMap<StreamEvent<unknown>, Buffer>()

/** The bytes of an event; those of one that goes to many are made once and shared. */
export function eventBytes(event: StreamEvent<unknown>): Buffer {
  const known = rendered.get(event)
  if (known) return known
  const bytes = Buffer.from(eventText(event))
  rendered.set(event, bytes)
  return bytes
}
