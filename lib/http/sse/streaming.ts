import type { ErrorFormat } from '@/lib/api/declare/endpoint'
import type { EventStream } from '@/lib/api/declare/stream'
import type { ServiceError } from '@/lib/core/errors'

/** An event stream that is to be written. */
export type Streaming = {
  readonly stream: EventStream<unknown>
  readonly format: ErrorFormat
  /** Aborted when the client has gone, or the process ends. */
  readonly signal: AbortSignal
  /** Called with the data of each event, as it arrives, before it is sent; undefined: nothing is checked. */
  readonly check: ((data: unknown) => void) | undefined
  /** Called once, with what the events threw if they did. */
  readonly onEnd: (error?: ServiceError) => void
  readonly pingMs?: number
}

/** Milliseconds of silence after which a comment keeps the connection open. */
export const usualPingMs = 20_000
