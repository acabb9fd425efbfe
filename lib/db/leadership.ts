import { openSession, type Session } from './session'

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
