import type { Server } from 'node:http'
import { afterAll, beforeEach, expect } from 'vitest'
import { listen } from '@/lib/testing/http/probes'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { deleteOldRateLimits, takeRequest } from './rate-limit'

const now = Date.UTC(2026, 6, 1)
const rpcUrls = new Map([[1, 'http://127.0.0.1:1']])

let database: TestDatabase
const servers: Server[] = []

test.beforeAll(({ database: empty }) => {
  database = empty
})
beforeEach(() => database.db.rateLimit.deleteMany())
afterAll(async () => {
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
})

const context = () => createTestContext({ db: database.db, rpcUrls, now })
const quote = { limit: 'quotes', clientAddress: '1.2.3.4', chainId: 1 } as const

async function countTaken(take: () => Promise<void>, attempts: number): Promise<number> {
  const results = await Promise.allSettled(Array.from({ length: attempts }, take))
  return results.filter(({ status }) => status === 'fulfilled').length
}

test('two processes share the limit of 10 quotes a second', async () => {
  const [one, two] = [context(), context()]
  let turn = 0
  const take = () => takeRequest(turn++ % 2 === 0 ? one : two, quote)
  expect(await countTaken(take, 18)).toBe(10)
})

test('counts seconds, clients, networks and limits separately', async () => {
  const ctx = context()
  expect(await countTaken(() => takeRequest(ctx, quote), 11)).toBe(10)
  await takeRequest(ctx, { ...quote, clientAddress: '1.2.3.5' })
  await takeRequest(ctx, { ...quote, chainId: 100 })
  await takeRequest(ctx, { ...quote, limit: 'orders' })
  await expect(takeRequest(ctx, quote)).rejects.toMatchObject({
    code: 'RateLimited',
    retryAfterSeconds: 1,
  })
  ctx.clock.advance(1_000)
  await takeRequest(ctx, quote)
})

test('counts the addresses of an IPv6 /64 together', async () => {
  const ctx = context()
  let host = 0
  const take = () => takeRequest(ctx, { ...quote, clientAddress: `2001:db8::${++host}` })
  expect(await countTaken(take, 12)).toBe(10)
})

test('limits submissions to 5 a second and reads to 100, but not health checks', async () => {
  const ctx = context()
  expect(await countTaken(() => takeRequest(ctx, { ...quote, limit: 'orders' }), 7)).toBe(5)
  expect(await countTaken(() => takeRequest(ctx, { ...quote, limit: 'reads' }), 103)).toBe(100)
  expect(await countTaken(() => takeRequest(ctx, { ...quote, limit: 'none' }), 103)).toBe(103)
})

test('counts per process without a database, and does not wait for it on every request', async () => {
  const without = createTestContext({ rpcUrls, now })
  let asked = 0
  const ctx = {
    ...without,
    get db() {
      asked += 1
      return without.db
    },
  }
  expect(await countTaken(() => takeRequest(ctx, quote), 12)).toBe(10)
  expect(asked).toBeGreaterThan(0)
  const before = asked
  without.clock.advance(1_000)
  expect(await countTaken(() => takeRequest(ctx, quote), 12)).toBe(10)
  expect(asked).toBe(before)
})

test('deletes old windows', async () => {
  const ctx = context()
  await takeRequest(ctx, quote)
  ctx.clock.advance(60_000)
  expect(await deleteOldRateLimits(ctx)).toBe(0)
  ctx.clock.advance(1_000)
  expect(await deleteOldRateLimits(ctx)).toBe(1)
})

test('two servers answer 429 with Retry-After in the error format of the path', async () => {
  const listening = await Promise.all([listen(context()), listen(context())])
  for (const { server } of listening) servers.push(server)
  const answers = await Promise.all(
    Array.from({ length: 9 }, (_, index) =>
      fetch(`${listening[index % 2]!.url}/api/v1/submit`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }),
    ),
  )
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429, 429, 429])
  const limited = answers.find(({ status }) => status === 429)!
  expect(limited.headers.get('retry-after')).toBe('1')
  expect(limited.headers.get('access-control-allow-origin')).toBe('*')
  expect(await limited.json()).toMatchObject({ errorType: 'RateLimited' })
})
