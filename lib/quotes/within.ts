import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'

/**
 * What `work` gives if it does so before the deadline (Unix milliseconds); the work itself is not stopped.
 *
 * @throws {ServiceError} InternalServerError when it does not.
 */
export async function within<T>(ctx: Context, deadlineMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLate()), Math.max(0, deadlineMs - ctx.now()))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
  }
}

const lateErrors = new WeakSet<object>()

/** What who asked is told when his time is up. */
export function tooLate(cause?: Error): ServiceError {
  const error = new ServiceError('InternalServerError', 'no price was found in time', {
    cause,
    retryAfterSeconds: 1,
  })
  lateErrors.add(error)
  return error
}

/** Whether work failed because its time was up, not because something it needs is down. */
export function isTooLate(error: unknown): boolean {
  return error instanceof Error && lateErrors.has(error)
}
