import { expect } from 'vitest'
import { test } from '@/lib/testing/test'
import type { TestDatabase } from '@/lib/testing/test-database'
import { migrate } from './migrate'

let database: TestDatabase

test.beforeEach(({ freshDatabase }) => {
  database = freshDatabase
})

const empty = async () => {
  await database.db.$executeRaw`drop schema public cascade`
  await database.db.$executeRaw`create schema public`
}

test('migrates an empty database and does nothing on a second run', async () => {
  await empty()
  const applied = await migrate(database.url)
  expect(applied[0]).toMatch(/_init$/)
  expect(await migrate(database.url)).toEqual([])
  expect(await database.db.order.count()).toBe(0)
})

test('serializes concurrent migrations', async () => {
  await empty()
  const applied = await Promise.all([1, 2, 3].map(() => migrate(database.url)))
  expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
})

test('rejects a database of a newer version', async () => {
  await database.db.$executeRaw`
    insert into _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
    values ('x', 'x', now(), '99990101000000_later', 1)`
  await expect(migrate(database.url)).rejects.toThrow(
    /newer than this code: it knows 99990101000000_later/,
  )
})

test('names a migration that failed halfway', async () => {
  await database.db.$executeRaw`update _prisma_migrations set finished_at = null`
  await expect(migrate(database.url)).rejects.toThrow(/_init.* failed halfway/)
})

test('names an edited migration', async () => {
  await database.db.$executeRaw`update _prisma_migrations set checksum = 'other'`
  await expect(migrate(database.url)).rejects.toThrow(/_init.* was edited/)
})

test('throws when the server does not answer instead of hanging', async () => {
  await expect(migrate('postgresql://127.0.0.1:1/none')).rejects.toThrow(/ECONNREFUSED/)
})
