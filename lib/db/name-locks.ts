import { createBatch } from './batch'
import { openSession } from './session'

/** Named locks of one process, all bound to one database session. */
export type NameLocks = {
  /** Locks a name; false while any holder has it, this process included. Never waits. */
  readonly take: (name: string) => Promise<boolean>
  /** Releases a name. Callers that lock it afterwards see everything committed before. */
  readonly release: (name: string) => Promise<void>
  /** Aborted when the session is lost: other processes may hold the names already. */
  readonly lost: AbortSignal
  readonly end: () => Promise<void>
}

/** Maximum locks per batch; the server's lock table has 6,400 entries by default. */
const max = 1_000

/**
 * Opens named locks without a timeout: a killed process releases them with its session.
 *
 * A failed query ends the session, since it is unknown then which names the server holds.
 *
 * @throws when the database does not answer.
 */
export async function openNameLocks(url: string): Promise<NameLocks> {
  const { query, lost, end } = await openSession(url)
  const failed = new AbortController()
  const endOnFailure = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error) => {
      failed.abort()
      void end()
      throw error
    })
  const held = new Set<string>()
  const batching = { concurrency: 1, size: max } as const
  const lock = createBatch<string, true>({
    ...batching,
    load: async (names) => {
      const { rows } = await endOnFailure(query<{ name: string }>({ ...lockAll, values: [names] }))
      return new Map(rows.map(({ name }) => [name, true]))
    },
  })
  const unlock = createBatch<string, true>({
    ...batching,
    load: async (names) => {
      await endOnFailure(query({ ...unlockAll, values: [names] }))
      return new Map()
    },
  })
  const take = async (name: string) => {
    // PostgreSQL grants a session its own locks again.
    if (held.has(name)) return false
    held.add(name)
    const isTaken = await lock(name).catch((error) => {
      held.delete(name)
      throw error
    })
    if (!isTaken) held.delete(name)
    return isTaken ?? false
  }
  const release = async (name: string) => {
    await unlock(name).finally(() => held.delete(name))
  }
  return { take, release, lost: AbortSignal.any([lost, failed.signal]), end }
}

const lockAll = {
  name: 'lock-names',
  text: `SELECT name FROM unnest($1::text[]) AS name
    WHERE pg_try_advisory_lock(hashtextextended(name, 0))`,
} as const

const unlockAll = {
  name: 'unlock-names',
  text: `SELECT pg_advisory_unlock(hashtextextended(name, 0)) FROM unnest($1::text[]) AS name`,
} as const
