import type { Identity } from '@/lib/core/identity'
import { daySeconds } from '@/lib/core/time'

/** Seconds for which an account stays signed in. */
export const sessionSeconds = 7 * daySeconds

/** Accounts that may be signed in in one browser at once. */
export const maxAccounts = 5

/** Live sessions of one account, in all browsers; the oldest give way. */
export const maxSessions = 20

/** An account that has signed in, in one browser, and the networks where it is that; times in Unix milliseconds. */
export type Session = Identity & {
  readonly id: string
  readonly createdAtMs: number
  readonly expiresAtMs: number
}
