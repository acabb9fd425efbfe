import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPool } from '@/lib/db/database'
import { createTestContext } from '@/lib/testing/test-context'
import { createTestDatabase, type TestDatabase } from '@/lib/testing/test-database'
import { connectionWatch } from './connection-watch'
import { runLoop } from './loop'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('connections that are never given back end the run that has them', async () => {
  const ctx = createTestContext({ db: database.db })
  const pool = openPool({ url: database.url, connections: 1 })
  const failed = new AbortController()
  const stopping = new AbortController()
  const looks: number[] = []
  const counted: Parameters<typeof connectionWatch>[0] = {
    query: ((text: string) => {
      looks.push(Date.now())
      return pool.query(text)
    }) as typeof pool.query,
  }
  const watch = connectionWatch(counted, { every: 50, fail: () => failed.abort() })
  const over = AbortSignal.any([failed.signal, stopping.signal])
  const running = runLoop(ctx, watch, over)
  try {
    while (looks.length < 5) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(failed.signal.aborted).toBe(false)
    const kept = await pool.connect()
    await running
    expect(failed.signal.aborted).toBe(true)
    kept.release()
  } finally {
    stopping.abort()
    await running
    await pool.end()
  }
})
