import { expect } from 'vitest'
import type { NetworkScope } from '@/lib/core/identity'
import { test } from '@/lib/testing/test'
import type { TestDatabase } from '@/lib/testing/test-database'
import { maxSessions } from './session'
import {
  insertSession,
  listLiveSessions,
  listSessionsOf,
  revokeOldestSessions,
} from './session-store'

const account = `0x${'a1'.repeat(20)}` as const

let database: TestDatabase

test.beforeAll(({ database: empty }) => {
  database = empty
})

test('many sessions on one network revoke none that is valid on another', async () => {
  const { db } = database
  const now = Date.now()
  const open = (networks: NetworkScope, at: number) => insertSession(db, { account, networks }, at)
  const [one, both, all] = await Promise.all([open([1], now), open([1, 100], now), open(null, now)])
  for (let index = 1; index <= maxSessions; index++) await open([100], now + index)
  const first = await open([100], now - 1)
  const hundred = { account, networks: [100] }
  await revokeOldestSessions(db, hundred, now)
  expect(await listSessionsOf(db, hundred, now)).toHaveLength(maxSessions)
  const ids = [one, both, all, first].map(({ id }) => id)
  const live = (await listLiveSessions(db, { ids, now })).map(({ networks }) => networks)
  expect(live).toHaveLength(3)
  expect(live).toEqual(expect.arrayContaining([[1], [1, 100], null]))
})

test('rejects a session that is valid on no network', async () => {
  await expect(insertSession(database.db, { account, networks: [] }, 0)).rejects.toThrow()
})
