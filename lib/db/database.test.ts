import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect } from 'vitest'
import { test } from '@/lib/testing/test'
import type { TestDatabase } from '@/lib/testing/test-database'
import { openDatabase, queryPrepared } from './database'

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
