import type { Client } from 'pg'
import { openSession } from './session'

/** Keeps these locks apart from other users of two-key advisory locks (orders use 1). */
const leaderLockSpace = 2

/** The right to lead a role, held as long as its own database session lives. */
export type Leadership = {
  readonly role: string
  /** Rises with each new leader; compared by `assertLeader` in every write. */
  readonly epoch: bigint
  /** Raised when the session is lost: stop at once, another may lead already. */
  readonly lost: AbortSignal
  /** Lets another lead. */
  readonly release: () => Promise<void>
}

/**
 * Takes the lead of a role if nobody has it. The session's advisory lock keeps others out, and the epoch,
 * raised under the lock, refuses the writes of a leader that lost its session without noticing.
 *
 * @throws when the database does not answer.
 */
export async function takeLeadership(url: string, role: string): Promise<Leadership | undefined> {
  const { client, lost, end } = await openSession(url)
  try {
    const epoch = await lockRole(client, role)
    if (epoch !== undefined) return { role, epoch, lost, release: end }
  } catch (error) {
    await end()
    throw error
  }
  await end()
  return undefined
}

async function lockRole(client: Client, role: string): Promise<bigint | undefined> {
  const lock = await client.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked',
    [leaderLockSpace, role],
  )
  if (!lock.rows[0]?.locked) return undefined
  const raised = await client.query<{ epoch: string }>(
    `INSERT INTO leaders (role, epoch) VALUES ($1, 1)
     ON CONFLICT (role) DO UPDATE SET epoch = leaders.epoch + 1 RETURNING epoch`,
    [role],
  )
  return BigInt(raised.rows[0]?.epoch ?? 0)
}
