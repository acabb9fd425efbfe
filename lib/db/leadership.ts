import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'

/** Keeps these locks apart from other users of two-key advisory locks (orders use 1). */
const leaderLockSpace = 2
const pingMs = 2_000
const answerMs = 5_000

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
 * The connection is the role's own: in a pool, lock and unlock might land on different sessions.
 *
 * @throws when the database does not answer.
 */
export async function takeLeadership(url: string, role: string): Promise<Leadership | undefined> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: answerMs,
    query_timeout: answerMs,
    keepAlive: true,
  })
  const lost = new AbortController()
  client.on('error', () => lost.abort())
  client.on('end', () => lost.abort())
  try {
    await client.connect()
    const epoch = await lockRole(client, role)
    if (epoch !== undefined) return lead(client, { role, epoch, lost })
  } catch (error) {
    await end(client)
    throw error
  }
  await end(client)
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

type Held = { readonly role: string; readonly epoch: bigint; readonly lost: AbortController }

/** A session that no longer answers counts as lost, because its lock may be gone. */
function lead(client: Client, { role, epoch, lost }: Held): Leadership {
  const timer = setInterval(() => {
    client.query('SELECT 1').catch(() => lost.abort())
  }, pingMs)
  timer.unref()
  lost.signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  const release = async () => {
    clearInterval(timer)
    await end(client)
  }
  return { role, epoch, lost: lost.signal, release }
}

/** Ends the session; a peer that is gone without a word is not waited for longer than any answer. */
async function end(client: Client): Promise<void> {
  const late = new AbortController()
  const ended = client.end().catch(() => {})
  await Promise.race([ended, delay(answerMs, undefined, late).catch(() => {})])
  late.abort()
}
