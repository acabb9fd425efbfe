import type { Server } from 'node:http'
import { afterAll, expect } from 'vitest'
import { inTransaction } from '@/lib/db/database'
import { saveNotifications } from '@/lib/notifications/notification-store'
import { listen } from '@/lib/testing/http/probes'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { listAccountNotifications } from './notifications'

const account = `0x${'Ab'.repeat(20)}` as const
const orderUid = `0x${'5e'.repeat(56)}` as const
const environment = { CMS_API_KEY: 'key', READS_PER_SECOND: '0' }
let database: TestDatabase
const servers: Server[] = []

test.beforeAll(({ database: empty }) => {
  database = empty
})
afterAll(async () => {
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
})

async function ask(path: string, options: Parameters<typeof createTestContext>[0] = {}) {
  const ctx = createTestContext({ db: database.db, environment, ...options })
  const { server, url } = await listen(ctx, {
    endpoints: [listAccountNotifications],
    checkResponses: true,
  })
  servers.push(server)
  const response = await fetch(url + path)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test('returns an empty list, cacheable for 300 seconds, for an account without notifications', async () => {
  const { status, headers, body } = await ask(`/accounts/${account}/notifications`)
  expect(status).toBe(200)
  expect(body).toEqual([])
  expect(headers.get('cache-control')).toBe('public, max-age=300')
  expect(headers.get('access-control-allow-origin')).toBe('*')
})

test('lists notifications with the fields of the spec, newest first', async () => {
  const metadata = { orderId: orderUid, executedAmount: '7', chainId: 1 }
  const lower = account.toLowerCase() as `0x${string}`
  const common = { chainId: 1, account: lower, orderUid, metadata }
  await inTransaction(database.db, (tx) =>
    saveNotifications(tx, [
      { ...common, id: 'first', type: 'order_partially_filled', message: 'Half.' },
      { ...common, id: 'second', type: 'order_filled', message: 'All.' },
    ]),
  )
  const { body } = await ask(`/accounts/${account}/notifications`)
  expect(body).toEqual([
    {
      id: 'second',
      account: lower,
      type: 'order_filled',
      message: 'All.',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      metadata,
    },
    expect.objectContaining({ id: 'first' }),
  ])
  const page = await ask(`/accounts/${account}/notifications?limit=1&before=second`)
  expect(page.body).toEqual([expect.objectContaining({ id: 'first' })])
})

test.each([
  '/accounts/0x12/notifications',
  '/accounts/vitalik.eth/notifications',
  `/accounts/${account}/notifications?limit=0`,
  `/accounts/${account}/notifications?limit=101`,
  `/accounts/${account}/notifications?before=unknown`,
])('answers %s with an uncached 400 and a message', async (path) => {
  const { status, headers, body } = await ask(path)
  expect(status).toBe(400)
  expect(body).toEqual({ message: expect.any(String) })
  expect(headers.get('cache-control')).toBe('no-store')
})

test.each([{ CMS_API_KEY: '' }, { CMS_API_KEY: 'key', CMS_ENABLED: 'false' }])(
  'answers 503 when disabled by %j',
  async (switches) => {
    const { status, body } = await ask(`/accounts/${account}/notifications`, {
      environment: { ...environment, ...switches },
    })
    expect(status).toBe(503)
    expect(body).toEqual({ message: 'service unavailable' })
  },
)

test('answers 500 with Retry-After, never an empty list, while the database is down', async () => {
  const dead = createTestContext().db
  const { status, headers, body } = await ask(`/accounts/${account}/notifications`, { db: dead })
  expect(status).toBe(500)
  expect(headers.get('retry-after')).toMatch(/^\d+$/)
  expect(body).toEqual({ message: expect.any(String) })
  expect(JSON.stringify(body)).not.toContain('127.0.0.1')
})
