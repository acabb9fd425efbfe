import type { Identity } from '@/lib/core/identity'
import { daySeconds } from '@/lib/core/time'

/** Lifetime of a session in seconds. */
export const sessionSeconds = 7 * daySeconds

/** Maximum accounts signed in in one browser. */
export const maxAccounts = 5

/** Maximum live sessions of one account in all browsers; the oldest are revoked. */
export const maxSessions = 20

/** A signed-in account in one browser, with the networks where it is proven; times in Unix milliseconds. */
export type Session = Identity & {
  readonly id: string
  readonly createdAtMs: number
  readonly expiresAtMs: number
}
