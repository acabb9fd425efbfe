import { PrismaPg } from '@prisma/adapter-pg'
import { Pool, type PoolClient } from 'pg'
import { Prisma, PrismaClient } from '@/prisma/generated/client'

/** The database client that stores take; inside a transaction, a {@link Transaction} replaces it. */
export type Database = PrismaClient

/** A database or an open transaction on it. */
export type Transaction = Prisma.TransactionClient

/** Connection settings of a pool. */
export type DatabaseOptions = {
  url: string
  /** Maximum connections; a worker and a web process each have their own pool. */
  connections: number
  /** Connection timeout in milliseconds; two seconds by default. */
  connectMs?: number
}

/** Client-side timeout of an unanswered statement in milliseconds, for a server that is silently gone: above the server's. */
const queryTimeoutMs = 12_000

/**
 * Settings of every session. The adapter writes and reads times without their zone, so the session's zone must be UTC. They
 * are not parameters of the connection, because PgBouncer refuses those.
 */
const sessionSettings = `SET TimeZone = 'UTC'; SET statement_timeout = 10000;
  SET idle_in_transaction_session_timeout = 10000`

/** Opens the database. Connections are made on first use and restored after an outage. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options)
  const db = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: true }) })
  // Not a WeakMap of this module: the front server and Next hold separate copies of it.
  return Object.defineProperty(db, poolKey, { value: pool })
}

/** Opens a bare pool for libraries that need one; otherwise use {@link openDatabase}. */
export function openPool({ url, connections, connectMs = 2_000 }: DatabaseOptions): Pool {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectMs,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    onConnect: async (client) => void (await client.query(sessionSettings)),
  })
  // A connection that the server closes must not crash the process. The pool replaces an idle one; on one in use the next
  // statement fails.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

const poolKey = Symbol.for('coincide.pool')

type Prepared = {
  /** Statement name; one name always has the same text. */
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** A row of {@link queryPrepared} with the columns of a `T`; optional members are null. */
export type RowOf<T> = {
  readonly [K in keyof T]-?: undefined extends T[K]
    ? ColumnOf<Exclude<T[K], undefined>> | null
    : ColumnOf<T[K]>
}

type ColumnOf<T> = T extends bigint ? string : T

/** Runs a {@link Prepared} statement. */
export type QueryPrepared = <Row extends object>(statement: Prepared) => Promise<Row[]>

/**
 * Runs a statement that each connection prepares once, bypassing Prisma for the hottest paths. Columns are as `pg`
 * returns them, NUMERIC and BIGINT as text. Outside transactions only.
 */
export function queryPrepared<Row extends object>(
  db: Database,
  statement: Prepared,
): Promise<Row[]> {
  return runPrepared<Row>(poolOf(db), statement)
}

/**
 * Runs `work` once in a transaction of prepared statements, bypassing Prisma. Rolls back and returns false when `work`
 * does; rolls back when it throws. Put side effects other than writes after it.
 */
export async function inPreparedTransaction(
  db: Database,
  work: (query: QueryPrepared) => Promise<boolean>,
): Promise<boolean> {
  const client = await poolOf(db).connect()
  try {
    await client.query('BEGIN')
    const shouldCommit = await work((statement) => runPrepared(client, statement))
    await client.query(shouldCommit ? 'COMMIT' : 'ROLLBACK')
    client.release()
    return shouldCommit
  } catch (error) {
    // Closes the connection with any running statement; the server rolls back the transaction.
    client.release(true)
    throw error
  }
}

async function runPrepared<Row extends object>(
  on: Pool | PoolClient,
  { name, text, values }: Prepared,
): Promise<Row[]> {
  const { rows } = await on.query<Row>({ name, text, values: [...values] })
  return rows
}

/** Returns how many connections of the pool are in use and idle, and how many queries wait for one. */
export function describePool(db: Database): { busy: number; idle: number; waiting: number } {
  const { totalCount, idleCount, waitingCount } = poolOf(db)
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

function poolOf(db: Database): Pool {
  return (db as unknown as { [poolKey]: Pool })[poolKey]
}

/** Runs reads in one snapshot: all of them see exactly what was committed when `work` started. */
export function inSnapshot<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const isolationLevel = Prisma.TransactionIsolationLevel.RepeatableRead
  return db.$transaction(work, { isolationLevel, maxWait: 5_000, timeout: 15_000 })
}

/** Write conflict of Prisma; serialization failure and deadlock of PostgreSQL. */
const retriedCodes = new Set(['P2034', '40001', '40P01'])

/**
 * Runs `work` in one transaction, up to five times when the database aborts it for a write conflict or deadlock. Put
 * side effects other than writes after it.
 */
export function inTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return retryOnConflict(() => db.$transaction(work, { maxWait: 5_000, timeout: 15_000 }))
}

/** Retries an atomic operation after conflicts, as {@link inTransaction} does. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 5 || !isWriteConflict(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 5 * 2 ** attempt))
    }
  }
}

/** Whether the database aborted a transaction for a write conflict or deadlock, so that it can be retried. */
export function isWriteConflict(error: unknown): boolean {
  return retriedCodes.has(databaseErrorCode(error))
}

/** Whether a unique index rejected a row. */
export function isUniqueViolation(error: unknown): boolean {
  const code = databaseErrorCode(error)
  return code === 'P2002' || code === '23505'
}

/**
 * Whether the database rejected the written data itself (a constraint or a value), so that the error says nothing about
 * its availability.
 */
export function isInvalidData(error: unknown): boolean {
  return isUniqueViolation(error) || /^2[23]/.test(databaseErrorCode(error))
}

/** Prisma's code of a known request error or the PostgreSQL code below it; empty when there is none. */
export function databaseErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { code, meta, cause } = error as Error & {
    code?: unknown
    meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } }
    cause?: { originalCode?: unknown }
  }
  const original = meta?.driverAdapterError?.cause?.originalCode ?? cause?.originalCode
  if (typeof original === 'string' && code !== 'P2002') return original
  return typeof code === 'string' ? code : ''
}

/** Converts an amount column to atoms; it is text when read by {@link queryPrepared}. */
export function fromDecimal(value: Prisma.Decimal | string): bigint {
  return BigInt(typeof value === 'string' ? value : value.toFixed(0))
}

/** Converts atoms for an amount column, which rejects a bigint above int64. */
export function toDecimal(amount: bigint): Prisma.Decimal {
  return new Prisma.Decimal(amount.toString())
}
