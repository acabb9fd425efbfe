import { type Context, memoized } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { clientKey } from './client-address'

/** Event streams that a client address may hold open at once on a network, per process. */
export const maxStreamsPerClient = 50

type StreamClient = { readonly clientAddress: string; readonly chainId: number | undefined }

/**
 * Counts a stream as open until the returned function is called; calling that again does nothing.
 *
 * @throws {ServiceError} RateLimited when the client holds {@link maxStreamsPerClient} already.
 */
export function openStream(ctx: Context, { clientAddress, chainId }: StreamClient): () => void {
  const open = memoized(ctx, 'open-streams:counts', () => new Map<string, number>())
  const key = `${chainId ?? '-'}:${clientKey(clientAddress)}`
  const count = (open.get(key) ?? 0) + 1
  if (count > maxStreamsPerClient) {
    throw new ServiceError(
      'RateLimited',
      `more than ${maxStreamsPerClient} event streams open, close one first`,
      { retryAfterSeconds: 5 },
    )
  }
  open.set(key, count)
  let isOpen = true
  return () => {
    if (!isOpen) return
    isOpen = false
    const left = (open.get(key) ?? 1) - 1
    if (left === 0) open.delete(key)
    else open.set(key, left)
  }
}
