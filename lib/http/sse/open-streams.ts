import { type Context, contextSlot } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { clientKey } from '@/lib/http/server/client-address'

/** Event streams that a client address may hold open at once on a network, per process. */
export const maxStreamsPerClient = 50

type StreamClient = {
  readonly clientAddress: string
  readonly chainId: number | undefined
  /** Ends the stream, when the process is to end. */
  readonly end: () => void
}

/** How to end the streams that are open, and whether all are to end. */
type Endings = { readonly ends: Set<() => void>; isOver: boolean }

const endingsOf = (ctx: Context) =>
  contextSlot(ctx, 'open-streams:endings', (): Endings => ({ ends: new Set(), isOver: false }))

/** Ends every open stream, and each that is opened later as it begins: its client comes back elsewhere. */
export function endStreams(ctx: Context): void {
  const endings = endingsOf(ctx)
  endings.isOver = true
  for (const end of endings.ends) end()
}

/**
 * Counts a stream as open until the returned function is called; calling that again does nothing.
 *
 * @throws {ServiceError} RateLimited when the client holds {@link maxStreamsPerClient} already.
 */
export function openStream(
  ctx: Context,
  { clientAddress, chainId, end }: StreamClient,
): () => void {
  const counts = contextSlot(ctx, 'open-streams:counts', () => new Map<string, number>())
  const { ends, isOver } = endingsOf(ctx)
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
  // Of this stream alone, whoever else is given the same function.
  const own = () => end()
  ends.add(own)
  if (isOver) own()
  return () => {
    if (!ends.delete(own)) return
    const left = (counts.get(key) ?? 1) - 1
    if (left === 0) counts.delete(key)
    else counts.set(key, left)
  }
}
