import { createBatch } from './batch'
import { openSession } from './session'

/** Locks by name that one process holds, all of them as long as one session lives. */
export type NameLocks = {
  /** False while anybody holds the name, this process included. Never waits. */
  readonly take: (name: string) => Promise<boolean>
  /** Gives a name back. What was committed before somebody was refused it, is seen after this. */
  readonly release: (name: string) => Promise<void>
  /** Raised when the session is lost: others may hold the names already. */
  readonly lost: AbortSignal
  readonly end: () => Promise<void>
}

/** Locks that are asked for at the same time go together; the server holds 6,400 by default. */
const max = 1_000

/**
 * Opens locks by name, without a limit of time: a process that is killed gives them back with its session.
 *
 * A question that fails ends the session: whether the server holds the names is not known then.
 *
 * @throws when the database does not answer.
 */
export async function openNameLocks(url: string): Promise<NameLocks> {
  const { query, lost, end } = await openSession(url)
  const failed = new AbortController()
  const orEnd = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error) => {
      failed.abort()
      void end()
      throw error
    })
  const held = new Set<string>()
  const asking = { concurrency: 1, size: max } as const
  const lock = createBatch<string, true>({
    ...asking,
    load: async (names) => {
      const { rows } = await orEnd(query<{ name: string }>({ ...lockAll, values: [names] }))
      return new Map(rows.map(({ name }) => [name, true]))
    },
  })
  const unlock = createBatch<string, true>({
    ...asking,
    load: async (names) => {
      await orEnd(query({ ...unlockAll, values: [names] }))
      return new Map()
    },
  })
  const take = async (name: string) => {
    // A session takes its own locks twice.
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
