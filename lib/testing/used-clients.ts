import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type Database, openDatabase } from '@/lib/db/database'

// A new client takes a tenth of a second of computing until it has read its schema and compiled its first queries.

const free: Database[] = []

/** A client of a database: one that nobody uses any more, or a new one. */
export function takeClient(url: string): Database {
  const known = free.pop()
  // A process that is busy with other tests takes longer to connect than a service ever should.
  if (!known) return openDatabase({ url, connections: 5, connectMs: 60_000 })
  poolOf(known).options.connectionString = url
  return known
}

/** Keeps a client whose connections the server has ended, or ends it where it has not noticed in a second. */
export async function keepClient(client: Database): Promise<void> {
  const pool = poolOf(client)
  for (let turn = 0; pool.totalCount > 0 && turn < 200; turn++) await delay(5)
  if (pool.totalCount > 0) await client.$disconnect()
  else free.push(client)
}

function poolOf(client: Database): Pool {
  return (client as unknown as { [key: symbol]: Pool })[Symbol.for('coincide.pool')] as Pool
}
