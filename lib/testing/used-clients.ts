import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { type Database, openDatabase } from '@/lib/db/database'

// A new client needs 0.1 s of CPU time to load its schema and compile its first queries.

const free: Database[] = []

/** Returns a client of a database: a free one, or a new one. */
export function takeClient(url: string): Database {
  const known = free.pop()
  // A process busy with other tests takes longer to connect than a service may.
  if (!known) return openDatabase({ url, connections: 5, connectMs: 60_000 })
  poolOf(known).options.connectionString = url
  return known
}

/** Keeps a client once the server has ended its connections; closes it if that takes more than a second. */
export async function keepClient(client: Database): Promise<void> {
  const pool = poolOf(client)
  for (let turn = 0; pool.totalCount > 0 && turn < 200; turn++) await delay(5)
  if (pool.totalCount > 0) await client.$disconnect()
  else free.push(client)
}

function poolOf(client: Database): Pool {
  return (client as unknown as { [key: symbol]: Pool })[Symbol.for('coincide.pool')] as Pool
}
