import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { startDatabaseProxy } from '@/lib/testing/faults/tcp-proxy'
import { test } from '@/lib/testing/test'
import type { TestDatabase } from '@/lib/testing/test-database'
import { inPreparedTransaction, openDatabase, queryPrepared } from './database'

let database: TestDatabase

test.beforeAll(({ database: empty }) => {
  database = empty
})

test('fails the statement of a silently dropped connection and reconnects for the next one', {
  tags: ['long-only'],
}, async () => {
  const proxy = await startDatabaseProxy(database.url)
  const db = openDatabase({ url: proxy.url, connections: 1 })
  const ask = () => queryPrepared(db, { name: 'one', text: 'SELECT 1 AS one', values: [] })
  try {
    expect(await ask()).toEqual([{ one: 1 }])
    proxy.lose()
    await expect(ask()).rejects.toThrow(/timeout/i)
    expect(await ask()).toEqual([{ one: 1 }])
  } finally {
    proxy.close()
    await db.$disconnect()
  }
})

test('a connection that is closed between two statements of a transaction fails the second one', async () => {
  const db = openDatabase({ url: database.url, connections: 1 })
  try {
    const transaction = inPreparedTransaction(db, async (query) => {
      const [own] = await query<{ pid: number }>({
        name: 'own',
        text: 'SELECT pg_backend_pid() AS pid',
        values: [],
      })
      await database.db.$queryRaw`SELECT pg_terminate_backend(${own?.pid}::int)`
      // The server's message arrives while no statement runs.
      await delay(100)
      await query({ name: 'next', text: 'SELECT 1', values: [] })
      return true
    })
    await expect(transaction).rejects.toThrow()
    const answer = await queryPrepared(db, { name: 'one', text: 'SELECT 1 AS one', values: [] })
    expect(answer).toEqual([{ one: 1 }])
  } finally {
    await db.$disconnect()
  }
})

test('ends a statement after ten seconds, and a transaction in which nothing happens for as long', {
  tags: ['long-only'],
}, async () => {
  const db = openDatabase({ url: database.url, connections: 3 })
  const states = () => database.db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND state LIKE 'idle in transaction%'`
  const idle = inPreparedTransaction(db, async (query) => {
    await query({ name: 'one', text: 'SELECT 1 AS one', values: [] })
    await delay(12_000)
    await query({ name: 'one', text: 'SELECT 1 AS one', values: [] })
    return true
  })
  const began = performance.now()
  const ended = idle.then(
    () => 'committed',
    () => 'rolled back',
  )
  try {
    const long = queryPrepared(db, { name: 'long', text: 'SELECT pg_sleep(60)', values: [] })
    await expect(long).rejects.toMatchObject({ code: '57014' })
    expect(performance.now() - began).toBeLessThan(20_000)
    expect(await ended).toBe('rolled back')
    expect(await states()).toEqual([{ count: 0 }])
    // Both connections are replaced.
    const answer = await queryPrepared(db, { name: 'one', text: 'SELECT 1 AS one', values: [] })
    expect(answer).toEqual([{ one: 1 }])
  } finally {
    await db.$disconnect()
  }
})
