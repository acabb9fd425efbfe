import { setTimeout as delay } from 'node:timers/promises'
import { Client, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg'

/** Time between pings: a lock is held at most this and {@link answerMs} longer than its connection. */
const pingMs = 2_000
/** Time limit of an answer, beyond which the session counts as lost. */
const answerMs = 5_000
/** Time after which the server ends a session without pings: the locks of a stopped process go to others. */
const silentMs = 10_000
/** Maximum wait for a lock, during which the session does nothing else. */
const lockMs = 1_000

/** A dedicated connection for session-scoped state, mainly locks. */
export type Session = {
  /** Runs statements one after the other. */
  readonly query: <Row extends QueryResultRow>(statement: QueryConfig) => Promise<QueryResult<Row>>
  /** Aborted when the session, and everything bound to it, is lost. */
  readonly lost: AbortSignal
  readonly end: () => Promise<void>
}

/**
 * Opens a session and pings it every two seconds; one that stops answering is lost.
 *
 * It is not pooled: a pool could run two statements on different sessions.
 *
 * @throws when the database does not answer.
 */
export async function openSession(url: string): Promise<Session> {
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
    // Not parameters of the connection: PgBouncer refuses those.
    await client.query(`SET idle_session_timeout = ${silentMs}; SET lock_timeout = ${lockMs}`)
  } catch (error) {
    await end(client)
    throw error
  }
  let last: Promise<unknown> = Promise.resolve()
  const query: Session['query'] = <Row extends QueryResultRow>(statement: QueryConfig) => {
    const answer = last.then(() => client.query<Row>(statement))
    last = answer.catch(() => {})
    return answer
  }
  const timer = setInterval(() => {
    query({ text: 'SELECT 1' }).catch(() => lost.abort())
  }, pingMs)
  timer.unref()
  lost.signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  return { query, lost: lost.signal, end: () => end(client) }
}

/** Ends the session, with a timeout for a peer that is silently gone. */
async function end(client: Client): Promise<void> {
  const late = new AbortController()
  const ended = client.end().catch(() => {})
  await Promise.race([ended, delay(answerMs, undefined, late).catch(() => {})])
  late.abort()
}
