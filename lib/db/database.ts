import { PrismaPg } from '@prisma/adapter-pg'
import { Pool, type PoolClient } from 'pg'
import { Prisma, PrismaClient } from '@/prisma/generated/client'

/** The database client that stores take; a {@link Transaction} stands in for it inside one. */
export type Database = PrismaClient

/** A database or an open transaction on it. */
export type Transaction = Prisma.TransactionClient

/** Which database, by how many connections. */
export type DatabaseOptions = {
  url: string
  /** Connections at most; a worker and a web process each have their own pool. */
  connections: number
  /** Milliseconds in which a connection is made or fails; two seconds when left out. */
  connectMs?: number
}

/** Milliseconds after which a statement fails that nobody answers. */
const queryTimeoutMs = 12_000

/** Opens the database; connections are made on first use and come back by themselves after an outage. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = openPool(options)
  const db = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: true }) })
  // Not a WeakMap of this module: the front server and Next hold separate copies of it.
  return Object.defineProperty(db, poolKey, { value: pool })
}

/** Opens bare connections to the database, for what knows only those; else as {@link openDatabase}. */
export function openPool({ url, connections, connectMs = 2_000 }: DatabaseOptions): Pool {
  const pool = new Pool({
    connectionString: url,
    // The adapter writes and reads times without their zone, so the session's zone must be UTC.
    options: '-c TimeZone=UTC',
    max: connections,
    connectionTimeoutMillis: connectMs,
    statement_timeout: 10_000,
    // What the server cannot say, because it is gone without a word: a little later than it would.
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    idle_in_transaction_session_timeout: 10_000,
  })
  // An idle connection that the server closes must not end the process; the pool opens another.
  pool.on('error', () => {})
  return pool
}

const poolKey = Symbol.for('coincide.pool')

type Prepared = {
  /** Names the statement: the same name is always the same text. */
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** A row of {@link queryPrepared} whose columns are those of a `T`; what `T` may leave out is null. */
export type RowOf<T> = {
  readonly [K in keyof T]-?: undefined extends T[K]
    ? ColumnOf<Exclude<T[K], undefined>> | null
    : ColumnOf<T[K]>
}

type ColumnOf<T> = T extends bigint ? string : T

/** Asks a {@link Prepared} statement. */
export type QueryPrepared = <Row extends object>(statement: Prepared) => Promise<Row[]>

/**
 * Rows of a statement that each connection prepares once, read past Prisma for the hottest paths: columns
 * as `pg` gives them, NUMERIC and BIGINT as text. Outside transactions only.
 */
export function queryPrepared<Row extends object>(
  db: Database,
  statement: Prepared,
): Promise<Row[]> {
  return ask<Row>(poolOf(db), statement)
}

/**
 * Runs `work` in one transaction of prepared statements, past Prisma and once only; false when `work` is,
 * and then nothing is changed, as when it throws. Side effects other than writes belong after it.
 */
export async function inPreparedTransaction(
  db: Database,
  work: (query: QueryPrepared) => Promise<boolean>,
): Promise<boolean> {
  const client = await poolOf(db).connect()
  try {
    await client.query('BEGIN')
    const isGood = await work((statement) => ask(client, statement))
    await client.query(isGood ? 'COMMIT' : 'ROLLBACK')
    client.release()
    return isGood
  } catch (error) {
    // The connection is closed with whatever it still does; the server takes back what is not committed.
    client.release(true)
    throw error
  }
}

async function ask<Row extends object>(
  on: Pool | PoolClient,
  { name, text, values }: Prepared,
): Promise<Row[]> {
  const { rows } = await on.query<Row>({ name, text, values: [...values] })
  return rows
}

function poolOf(db: Database): Pool {
  return (db as unknown as { [poolKey]: Pool })[poolKey]
}

/** Reads at one moment: all that `work` asks sees what was committed when it began, and nothing later. */
export function atOneMoment<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const isolationLevel = Prisma.TransactionIsolationLevel.RepeatableRead
  return db.$transaction(work, { isolationLevel, maxWait: 5_000, timeout: 15_000 })
}

const retriedCodes = new Set(['P2034', '40001', '40P01'])

/**
 * Runs `work` in one transaction, again (five times at most) when the database chose it as the victim
 * of a write conflict or deadlock. Side effects other than writes belong after it.
 */
export function inTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return againAfterConflicts(() => db.$transaction(work, { maxWait: 5_000, timeout: 15_000 }))
}

/** Does what the database does as a whole or not at all, again as {@link inTransaction} does. */
export async function againAfterConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 5 || !isWriteConflict(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 5 * 2 ** attempt))
    }
  }
}

/** Whether the database chose a transaction as the victim of a write conflict or deadlock; it can be run again. */
export function isWriteConflict(error: unknown): boolean {
  return retriedCodes.has(databaseErrorCode(error))
}

/** Whether `error` says that a unique index refused a row. */
export function isUniqueViolation(error: unknown): boolean {
  const code = databaseErrorCode(error)
  return code === 'P2002' || code === '23505'
}

/**
 * Whether `error` is about the rows that were written, and says nothing of the database: a
 * constraint or a value refused.
 */
export function isRefusedData(error: unknown): boolean {
  return isUniqueViolation(error) || /^2[23]/.test(databaseErrorCode(error))
}

/** Prisma's code of a known request error or the PostgreSQL code beneath it; empty when there is none. */
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

/** An amount column's value as atoms; text as {@link queryPrepared} gives it. */
export function fromDecimal(value: Prisma.Decimal | string): bigint {
  return BigInt(typeof value === 'string' ? value : value.toFixed(0))
}

/** Atoms as an amount column takes them (a bigint above int64 would be refused). */
export function toDecimal(amount: bigint): Prisma.Decimal {
  return new Prisma.Decimal(amount.toString())
}
