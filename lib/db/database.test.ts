import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { test } from '@/lib/testing/test'
import type { TestDatabase } from '@/lib/testing/test-database'
import { inPreparedTransaction, openDatabase, queryPrepared } from './database'

let database: TestDatabase

test.beforeAll(({ database: empty }) => {
  database = empty
})

/** Opens a proxy to the database whose connections can go silent without being closed. */
async function openProxy() {
  const { hostname, port } = new URL(database.url)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(port || 5432), hostname)
    for (const socket of [client, upstream]) socket.on('error', () => undefined)
    client.pipe(upstream).pipe(client)
    open.add(client).add(upstream)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(database.url)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    lose: () => {
      for (const socket of open) socket.unpipe().pause()
    },
    close: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

test('fails the statement of a silently dropped connection and reconnects for the next one', async () => {
  const proxy = await openProxy()
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
