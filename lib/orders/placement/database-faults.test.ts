import { expect } from 'vitest'
import { endpoints } from '@/lib/api/declare/registry'
import { openDatabase } from '@/lib/db/database'
import { startDatabaseProxy } from '@/lib/testing/faults/tcp-proxy'
import { listen } from '@/lib/testing/http/probes'
import { orderBody } from '@/lib/testing/orders/order-body'
import { type OrderFixture, trader } from '@/lib/testing/orders/order-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { until } from '@/lib/testing/until'

let orders: OrderFixture
test.beforeAll(({ orders: fixture }) => {
  orders = fixture
})

/** A web process on the fixture's network and database, reached at `url` by a pool of `connections`. */
async function openWeb(url: string, connections = 5) {
  const db = openDatabase({ url, connections })
  const base = createTestContext({
    db,
    rpcUrls: new Map([[1, orders.network.rpcUrl]]),
    environment: { READS_PER_SECOND: '0', WRITES_PER_SECOND: '0', QUOTES_PER_SECOND: '0' },
  })
  const { server, url: web } = await listen(base, { endpoints })
  const send = async (method: string, path: string, body?: string) => {
    const began = performance.now()
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${web}${path}`, { method, headers, body: body ?? null })
    const { status } = response
    const retryAfter = response.headers.get('retry-after')
    return { status, retryAfter, answer: await response.json(), ms: performance.now() - began }
  }
  return {
    send,
    place: async (body: string) => send('POST', '/api/v1/orders', body),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await db.$disconnect()
    },
  }
}

const submission = async () => orderBody(await orders.sign())

test('an order whose COMMIT is not answered is refused for now, and known when it is sent again', async ({
  onTestFinished,
}) => {
  const proxy = await startDatabaseProxy(orders.database.url)
  const web = await openWeb(proxy.url)
  onTestFinished(async () => {
    await web.close()
    proxy.close()
  })
  const order = await submission()
  proxy.behave({ cutAfter: 'COMMIT' })
  const lost = await web.place(order)
  proxy.behave({})
  expect(lost).toMatchObject({ status: 500, retryAfter: '2' })
  expect(proxy.cut()).toBe(1)
  const again = await web.place(order)
  expect(again).toMatchObject({ status: 400, answer: { errorType: 'DuplicatedOrder' } })
  const listed = await web.send('GET', `/api/v1/account/${trader.address}/orders`)
  const uids = listed.answer.map(({ uid }: { uid: string }) => uid)
  expect(new Set(uids).size).toBe(uids.length)
  expect(await orders.database.db.order.count()).toBe(uids.length)
})

test('requests without a free connection are refused within seconds, and served once there is one', {
  tags: ['long-only'],
}, async ({ onTestFinished }) => {
  const web = await openWeb(orders.database.url, 2)
  onTestFinished(web.close)
  const order = await submission()
  let isLocked = false
  // Whatever reads or writes orders waits for this lock, on its connection. It lasts less than a statement may.
  const lock = orders.database.db.$transaction(
    async (tx) => {
      await tx.$executeRaw`LOCK TABLE orders IN ACCESS EXCLUSIVE MODE`
      isLocked = true
      await tx.$executeRaw`SELECT pg_sleep(8)`
    },
    { timeout: 60_000 },
  )
  await until(() => isLocked)
  const path = `/api/v1/account/${trader.address}/orders`
  const reads = Array.from({ length: 60 }, (_, index) =>
    web.send('GET', `${path}?offset=${index}&limit=10`),
  )
  const placed = web.place(order)
  const alive = await web.send('GET', '/healthz')
  expect(alive.status).toBe(200)
  const ready = await web.send('GET', '/readyz')
  expect(ready.status).toBe(503)
  const answers = await Promise.all([...reads, placed])
  const refused = answers.filter(({ status }) => status === 500)
  // All but the few that hold a connection, after two seconds.
  expect(refused.length).toBeGreaterThan(50)
  expect(refused.filter(({ retryAfter }) => retryAfter === null)).toEqual([])
  expect(Math.max(...refused.map(({ ms }) => ms))).toBeLessThan(7_500)
  await lock
  await expect.poll(async () => (await web.send('GET', '/readyz')).status).toBe(200)
  const { status } = await web.place(order)
  // It may have been placed by the request that held a connection.
  expect([201, 400]).toContain(status)
  const where = { owner: trader.address }
  expect(await orders.database.db.order.count({ where })).toBeGreaterThan(0)
})

test('a full disk refuses orders, serves reads, and is over once there is space', async ({
  onTestFinished,
}) => {
  const { db } = orders.database
  const web = await openWeb(orders.database.url)
  onTestFinished(web.close)
  const before = await submission()
  expect((await web.place(before)).status).toBe(201)
  // The server's own error; the drill `disk-full` fills a real disk.
  await db.$executeRawUnsafe(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON orders FOR EACH STATEMENT EXECUTE FUNCTION refuse()`)
  const order = await submission()
  const refused = await web.place(order)
  expect(refused).toMatchObject({ status: 500, retryAfter: '2' })
  expect(JSON.stringify(refused.answer)).not.toContain('extend')
  const read = await web.send('GET', `/api/v1/account/${trader.address}/orders`)
  expect(read.status).toBe(200)
  await db.$executeRawUnsafe('DROP FUNCTION refuse CASCADE')
  expect((await web.place(order)).status).toBe(201)
})
