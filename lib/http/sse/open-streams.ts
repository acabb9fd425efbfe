import { type Context, defineSlot } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { clientKey } from '@/lib/http/server/client-address'

/** Maximum open event streams per client address and network, per process. */
export const maxStreamsPerClient = 50

type StreamClient = {
  readonly clientAddress: string
  readonly chainId: number | undefined
  /** Ends the stream at shutdown. */
  readonly end: () => void
}

/** Callbacks that end the open streams, and whether the process is shutting down. */
type OpenStreams = { readonly ends: Set<() => void>; isStopping: boolean }

const streamsOf = defineSlot('http/open-streams', (): OpenStreams => {
  return { ends: new Set(), isStopping: false }
})

/** Open streams by client; see {@link openStream}. */
export const streamCounts = defineSlot('http/stream-counts', () => new Map<string, number>())

/** Ends every open stream, and each later one as it opens. Their clients reconnect to another process. */
export function endStreams(ctx: Context): void {
  const streams = streamsOf(ctx)
  streams.isStopping = true
  for (const end of streams.ends) end()
}

/**
 * Counts a stream as open until the returned function is called; further calls have no effect.
 *
 * @throws {ServiceError} RateLimited if the client already has {@link maxStreamsPerClient} open.
 */
export function openStream(
  ctx: Context,
  { clientAddress, chainId, end }: StreamClient,
): () => void {
  const counts = streamCounts(ctx)
  const { ends, isStopping } = streamsOf(ctx)
  const key = `${chainId ?? '-'}:${clientKey(clientAddress)}`
  const count = (counts.get(key) ?? 0) + 1
  if (count > maxStreamsPerClient) {
    throw new ServiceError(
      'RateLimited',
      `more than ${maxStreamsPerClient} event streams open, close one first`,
      { retryAfterSeconds: 5 },
    )
  }
  counts.set(key, count)
  // A new function per stream: callers may pass the same `end` more than once.
  const own = () => end()
  ends.add(own)
  ctx.metrics.eventStreams.inc()
  if (isStopping) own()
  return () => {
    if (!ends.delete(own)) return
    ctx.metrics.eventStreams.dec()
    const left = (counts.get(key) ?? 1) - 1
    if (left === 0) counts.delete(key)
    else counts.set(key, left)
  }
}
