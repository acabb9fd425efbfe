import { ServiceError } from '@/lib/core/errors'
import type { Transaction } from './database'
import { openSession, type Session } from './session'

/** Key space of these two-key advisory locks; orders use 1. */
const leaderLockSpace = 2

/** Leadership of a role, valid as long as its own database session lives. */
export type Leadership = {
  readonly role: string
  /** Fencing token: increases with each leader; `assertLeader` checks it in every write. */
  readonly epoch: bigint
  /** Aborted when the session is lost: stop at once, another process may lead already. */
  readonly lost: AbortSignal
  /** Releases the role. */
  readonly release: () => Promise<void>
}

/**
 * Takes leadership of a role, or returns undefined when another process holds it. The session's advisory lock excludes
 * others. The epoch, incremented under the lock, fences off a leader that lost its session unnoticed.
 *
 * @throws when the database does not answer.
 */
export async function acquireLeadership(
  url: string,
  role: string,
): Promise<Leadership | undefined> {
  const { query, lost, end } = await openSession(url)
  try {
    const epoch = await lockRole(query, role)
    if (epoch !== undefined) return { role, epoch, lost, release: end }
  } catch (error) {
    await end()
    throw error
  }
  await end()
  return undefined
}

async function lockRole(query: Session['query'], role: string): Promise<bigint | undefined> {
  const lock = await query<{ locked: boolean }>({
    text: 'SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked',
    values: [leaderLockSpace, role],
  })
  if (!lock.rows[0]?.locked) return undefined
  const raised = await query<{ epoch: string }>({
    text: `INSERT INTO leaders (role, epoch) VALUES ($1, 1)
     ON CONFLICT (role) DO UPDATE SET epoch = leaders.epoch + 1 RETURNING epoch`,
    values: [role],
  })
  return BigInt(raised.rows[0]?.epoch ?? 0)
}

/**
 * Asserts that `epoch` is still the newest of a role and keeps it so until the transaction ends: a leader that was
 * replaced during a pause must not write (fencing token).
 *
 * @throws {ServiceError} Conflict when the role has another epoch.
 */
export async function assertLeader(tx: Transaction, role: string, epoch: bigint): Promise<void> {
  const [row] = await tx.$queryRaw<{ epoch: bigint }[]>`
    SELECT epoch FROM leaders WHERE role = ${role} FOR SHARE`
  if (row?.epoch === epoch) return
  throw new ServiceError('Conflict', `${role} is led by another process since epoch ${epoch}`)
}
