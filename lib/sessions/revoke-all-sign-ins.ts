import type { Transaction } from '@/lib/db/database'
import { deleteExpiredNonces } from './nonce-store'
import { revokeAllSessions } from './session-store'

/** Nonces live for minutes. */
const dayMs = 24 * 60 * 60 * 1_000

/** Ends every session, and lets no sign-in that has begun complete; `now` in Unix milliseconds. */
export async function revokeAllSignIns(tx: Transaction, now: number): Promise<void> {
  await revokeAllSessions(tx, now)
  await deleteExpiredNonces(tx, now + dayMs)
}
