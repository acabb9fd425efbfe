import type { ErrorCode } from '@/lib/core/errors'
import type { ErrorFixture, Sent } from './error-fixture'

/** One way to bring an error about, and how it must read. */
export type ErrorCase = {
  readonly code: ErrorCode
  /** What is wrong, in the words of the spec. */
  readonly name: string
  /** What the description tells the caller to change. */
  readonly description: RegExp
  /** The request to send, once whatever it needs is in place. */
  readonly request: (fixture: ErrorFixture) => Sent | Promise<Sent>
  /** `{message}` in place of `{errorType, description}`. */
  readonly format?: 'message'
  /** Further headers of the answer. */
  readonly headers?: Readonly<Record<string, RegExp>>
  /** `data` beside the description. */
  readonly data?: Readonly<Record<string, RegExp>>
}
