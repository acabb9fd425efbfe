import { ServiceError } from '@/lib/core/errors'
import { Prisma } from '@/prisma/generated/client'
import { databaseErrorCode, type Transaction } from './database'
import { openSession, type Session } from './session'

/** Key space of the two-key advisory locks that leaders hold; orders use 1. */
const leaderLockSpace = 2
/** Key space of the shared advisory locks that candidates hold. */
const candidateLockSpace = 8

/** Who may lead a role, and who does, by the server's process ids of their sessions. */
export type Standing = {
  readonly role: string
  readonly candidates: readonly number[]
  readonly leader: number | undefined
}

/** A process's part in the election of leaders, bound to one database session that holds all its locks. */
export type Election = {
  /** The server's process id of the session. */
  readonly self: number
  /** Aborted when the session is lost: stop leading at once, other processes may lead already. */
  readonly lost: AbortSignal
  /** Reads the standing of every role, and the clock of the database in Unix milliseconds. */
  readonly read: () => Promise<{ readonly standings: Standing[]; readonly databaseMs: number }>
  /**
   * Takes a role that nobody leads, and returns its fencing token: it increases with each leader, and `assertLeader` checks
   * it in every write. Undefined if another process was faster, or if a former leader is still writing.
   */
  readonly take: (role: string) => Promise<bigint | undefined>
  /** Ends the leadership of a role. */
  readonly release: (role: string) => Promise<void>
  /** Becomes a candidate for roles that it does not stand for. */
  readonly stand: (roles: readonly string[]) => Promise<void>
  /** Stops being a candidate for roles that it stands for; it may still lead them. */
  readonly withdraw: (roles: readonly string[]) => Promise<void>
  /** Ends the session, and with it every leadership. */
  readonly end: () => Promise<void>
}

/**
 * Opens a session for the election of leaders of roles, as no candidate yet. The leader of a role holds its exclusive advisory lock, so there is never a second one. The
 * epoch, incremented under the lock, fences off a leader that lost its session unnoticed.
 *
 * A failed statement ends the session, since it is unknown then which locks the server holds.
 *
 * @throws when the database does not answer.
 */
export async function openElection(url: string, roles: readonly string[]): Promise<Election> {
  const session = await openSession(url)
  const failed = new AbortController()
  const endSession = (error: unknown): never => {
    failed.abort()
    void session.end()
    throw error
  }
  const run: Session['query'] = (statement) => session.query<never>(statement).catch(endSession)
  const stand = (standFor: readonly string[]) =>
    run<{ pid: number }>({
      text: `SELECT pg_backend_pid() AS pid, count(pg_advisory_lock_shared($1, hashtext(role)))
        FROM unnest($2::text[]) AS role`,
      values: [candidateLockSpace, standFor],
    })
  const { rows } = await stand([])
  return {
    self: rows[0]?.pid ?? 0,
    lost: AbortSignal.any([session.lost, failed.signal]),
    read: async () => {
      const { rows: found } = await run<Standing & { at: Date }>({ ...standings, values: [roles] })
      return {
        standings: found.map(asStanding),
        databaseMs: found[0]?.at.getTime() ?? Number.NaN,
      }
    },
    take: async (role) => {
      const { rows: locks } = await run<{ locked: boolean }>({
        text: 'SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked',
        values: [leaderLockSpace, role],
      })
      if (!locks[0]?.locked) return undefined
      const epoch = await raiseEpoch(session.query, role).catch(endSession)
      if (epoch === undefined) await run({ ...unlock, values: [leaderLockSpace, role] })
      return epoch
    },
    release: async (role) => void (await run({ ...unlock, values: [leaderLockSpace, role] })),
    stand: async (standFor) => void (await stand(standFor)),
    withdraw: async (withdrawFrom) =>
      void (await run({
        text: `SELECT count(pg_advisory_unlock_shared($1, hashtext(role)))
          FROM unnest($2::text[]) AS role`,
        values: [candidateLockSpace, withdrawFrom],
      })),
    end: session.end,
  }
}

const unlock = { text: 'SELECT pg_advisory_unlock($1, hashtext($2))' } as const

/** Locks of two keys show them as `classid` and `objid`, which has no sign. */
const isRoleLock = `locks.locktype = 'advisory' AND locks.objsubid = 2 AND locks.granted
  AND locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND locks.objid = (hashtext(role)::bigint & 4294967295)::oid`

const standings = {
  name: 'read-standings',
  text: `SELECT role, clock_timestamp() AS at,
      coalesce(array_agg(locks.pid) FILTER (WHERE locks.classid = ${candidateLockSpace}), '{}') AS candidates,
      max(locks.pid) FILTER (WHERE locks.classid = ${leaderLockSpace}) AS leader
    FROM unnest($1::text[]) AS role
    LEFT JOIN pg_locks AS locks ON ${isRoleLock}
      AND locks.classid IN (${leaderLockSpace}, ${candidateLockSpace})
    GROUP BY role`,
} as const

function asStanding({ role, candidates, leader }: Standing): Standing {
  return { role, candidates, leader: leader ?? undefined }
}

const lockNotAvailable = '55P03'

/** Waits for transactions that the former leader still has open; undefined if they take too long. */
async function raiseEpoch(query: Session['query'], role: string): Promise<bigint | undefined> {
  try {
    const { rows } = await query<{ epoch: string }>({
      text: `INSERT INTO leaders (role, epoch) VALUES ($1, 1)
       ON CONFLICT (role) DO UPDATE SET epoch = leaders.epoch + 1 RETURNING epoch`,
      values: [role],
    })
    return BigInt(rows[0]?.epoch ?? 0)
  } catch (error) {
    if (databaseErrorCode(error) === lockNotAvailable) return undefined
    throw error
  }
}

/** Lists which of these roles have a leader, and whether it is a candidate too: one that is not should be replaced. */
export async function listLedRoles(
  db: Transaction,
  roles: readonly string[],
): Promise<ReadonlyMap<string, { readonly isCandidate: boolean }>> {
  const rows = await db.$queryRaw<{ role: string; isCandidate: boolean }[]>`
    SELECT role, bool_or(EXISTS (
        SELECT 1 FROM pg_locks AS own WHERE own.pid = locks.pid AND own.locktype = 'advisory'
        AND own.classid = ${candidateLockSpace}::oid AND own.objid = locks.objid AND own.objsubid = 2
      )) AS "isCandidate"
    FROM unnest(${[...roles]}::text[]) AS role
    JOIN pg_locks AS locks ON ${Prisma.raw(isRoleLock)} AND locks.classid = ${leaderLockSpace}::oid
    GROUP BY role`
  return new Map(rows.map(({ role, isCandidate }) => [role, { isCandidate }]))
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

/**
 * Like {@link assertLeader}, and waits for the leader's other transactions and keeps them out until this one ends. Call it
 * first, so that two of them cannot deadlock.
 *
 * @throws {ServiceError} like {@link assertLeader}.
 */
export async function assertSoleWriter(
  tx: Transaction,
  role: string,
  epoch: bigint,
): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM leaders WHERE role = ${role} FOR UPDATE`
  await assertLeader(tx, role, epoch)
}
