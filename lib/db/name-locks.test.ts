import { expect } from 'vitest'
import { test } from '@/lib/testing/test'
import type { TestDatabase } from '@/lib/testing/test-database'
import { openNameLocks } from './name-locks'

let database: TestDatabase

test.beforeAll(({ database: empty }) => {
  database = empty
})

test('gives a name to one holder at a time, within and across processes', async () => {
  const [ours, theirs] = [await openNameLocks(database.url), await openNameLocks(database.url)]
  const names = Array.from({ length: 300 }, (_, index) => `name ${index}`)
  expect(new Set(await Promise.all(names.map(ours.take)))).toEqual(new Set([true]))
  expect(await ours.take('name 1')).toBe(false)
  expect(new Set(await Promise.all(names.map(theirs.take)))).toEqual(new Set([false]))
  await ours.release('name 1')
  expect(await theirs.take('name 1')).toBe(true)
  expect(await ours.take('name 1')).toBe(false)
  await ours.end()
  expect(ours.lost.aborted).toBe(true)
  expect(await theirs.take('name 2')).toBe(true)
  await theirs.end()
})

test('ends the session after a failed query and frees all names', async () => {
  const [ours, theirs] = [await openNameLocks(database.url), await openNameLocks(database.url)]
  expect(await ours.take('kept')).toBe(true)
  await expect(ours.take('no text \0')).rejects.toThrow()
  expect(ours.lost.aborted).toBe(true)
  await ours.end()
  expect(await theirs.take('kept')).toBe(true)
  await theirs.end()
})

test('rejects further locks once the server has ended the session', async () => {
  const locks = await openNameLocks(database.url)
  expect(await locks.take('name')).toBe(true)
  const isLost = new Promise((resolve) => locks.lost.addEventListener('abort', resolve))
  await database.db.$queryRaw`
    SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
  await isLost
  await expect(locks.take('other')).rejects.toThrow()
  await locks.end()
})
