import type { ErrorFormat } from '@/lib/api/declare/endpoint'
import type { EventStream } from '@/lib/api/declare/stream'
import type { ServiceError } from '@/lib/core/errors'

/** An event stream to write. */
export type Streaming = {
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
export const defaultPingMs = 20_000
