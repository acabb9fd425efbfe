import type { Context } from '@/lib/context'
import { withTimeLimit } from '@/lib/core/deadline'
import { ServiceError } from '@/lib/core/errors'

/**
 * Returns the result of `work` if it resolves before the deadline (Unix milliseconds); does not stop the work.
 * @throws {ServiceError} InternalServerError at the deadline.
 */
export async function within<T>(ctx: Context, deadlineMs: number, work: Promise<T>): Promise<T> {
  return withTimeLimit(deadlineMs - ctx.now(), work, () => {
    throw tooLate()
  })
}

const lateErrors = new WeakSet<object>()

/** The error message at the deadline. */
export function tooLate(cause?: Error): ServiceError {
  const error = new ServiceError('InternalServerError', 'no price was found in time', {
    cause,
    retryAfterSeconds: 1,
  })
  lateErrors.add(error)
  return error
}

/** Returns whether an error is a timeout, not the failure of a dependency. */
export function isTooLate(error: unknown): boolean {
  return error instanceof Error && lateErrors.has(error)
}
