import type { ErrorCode } from '@/lib/core/errors'
import type { ErrorFixture, Sent } from './error-fixture'

/** One way to cause an error, and its expected answer. */
export type ErrorCase = {
  readonly code: ErrorCode
  /** The cause, in the words of the spec. */
  readonly name: string
  /** The correction that the description asks of the caller. */
  readonly description: RegExp
  /** Sets up the preconditions and returns the request to send. */
  readonly request: (fixture: ErrorFixture) => Sent | Promise<Sent>
  /** `{message}` in place of `{errorType, description}`. */
  readonly format?: 'message'
  /** Further headers of the answer. */
  readonly headers?: Readonly<Record<string, RegExp>>
  /** Members of `data`, next to the description. */
  readonly data?: Readonly<Record<string, RegExp>>
}
