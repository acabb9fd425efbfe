import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MigrationList } from '@prisma/schema-engine-wasm/schema_engine_bg'
import { Logger, runMigrations } from 'graphile-worker'
import { Client } from 'pg'
import { openSchemaEngine, type SchemaEngine } from './schema-engine'

/** Arbitrary key of the advisory lock that serializes migrations. */
const migrationLock = 7_236_411

const silent = new Logger(() => () => {})

/** Excludes tables that Prisma does not manage; the `public` schema has none. */
const filters = { externalTables: [], externalEnums: [] }

/**
 * Applies the pending migrations of prisma/migrations to the database at `url` and returns their names. Prisma's own
 * `_prisma_migrations` records them, so `prisma migrate deploy` can take over anywhere. The job queue's schema,
 * `graphile_worker`, is migrated after them. Concurrent calls are serialized.
 *
 * @throws {Error} when the database has a migration that the code lacks (it is newer than the code), a migration file
 * was edited after it was applied, or an earlier migration failed midway.
 */
export async function migrate(url: string): Promise<string[]> {
  const lock = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  await lock.connect()
  try {
    await lock.query('select pg_advisory_lock($1)', [migrationLock])
    const opened = await openSchemaEngine(url)
    try {
      const applied = await applyAll(opened)
      await runMigrations({ connectionString: url, logger: silent })
      return applied
    } finally {
      await opened.close()
    }
  } finally {
    await lock.end()
  }
}

async function applyAll({ engine }: SchemaEngine): Promise<string[]> {
  const migrationsList = await readMigrations()
  const found = await engine.diagnoseMigrationHistory({
    migrationsList,
    optInToShadowDatabase: false,
    filters,
  })
  if (found.failedMigrationNames.length > 0) {
    throw new Error(
      `Migration ${found.failedMigrationNames.join(', ')} failed halfway on this database. ` +
        'Restore it from a backup, or undo what the migration did and mark it rolled back ' +
        '(prisma migrate resolve).',
    )
  }
  const unknown = unknownMigrations(found.history)
  if (unknown.length > 0) {
    throw new Error(
      `The database is newer than this code: it knows ${unknown.join(', ')}. ` +
        'Run the version of the code that made it, or start with an empty database.',
    )
  }
  if (found.editedMigrationNames.length > 0) {
    throw new Error(
      `Migration ${found.editedMigrationNames.join(', ')} was edited after it was applied. ` +
        'Take the edit back and write a new migration.',
    )
  }
  const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters })
  return appliedMigrationNames
}

type History = Awaited<ReturnType<SchemaEngine['engine']['diagnoseMigrationHistory']>>['history']

function unknownMigrations(history: History): string[] {
  if (!history || history.diagnostic === 'databaseIsBehind') return []
  return history.unpersistedMigrationNames
}

async function readMigrations(): Promise<MigrationList> {
  const baseDir = join(process.cwd(), 'prisma/migrations')
  const entries = await readdir(baseDir, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  const migrationDirectories = await Promise.all(
    names.sort().map(async (name) => {
      const value = await readFile(join(baseDir, name, 'migration.sql'), 'utf8')
      const content = { tag: 'ok' as const, value }
      return { path: name, migrationFile: { path: 'migration.sql', content } }
    }),
  )
  return {
    baseDir,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories,
  }
}

/** Returns the SQL that would bring the database at `url` to the schema; empty without drift. */
export async function driftScript(url: string): Promise<string> {
  const { engine, schema, close } = await openSchemaEngine(url)
  try {
    const files = [schema]
    const result = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: join(process.cwd(), 'prisma') },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters,
    })
    return result.exitCode === 0 ? '' : (result.stdout ?? '')
  } finally {
    await close()
  }
}
