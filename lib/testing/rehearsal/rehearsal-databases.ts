import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { migrate } from '@/lib/db/migrate'
import { startPostgres } from '@/lib/devnet/processes/embedded-postgres'

/** A PostgreSQL server for rehearsals outside the tests. */
export type RehearsalDatabases = {
  /** Creates an empty, migrated database and returns its owner's URL. */
  readonly create: () => Promise<string>
  readonly stop: () => Promise<void>
}

const template = 'rehearsal'

/** Starts a server on a temporary directory. */
export async function startRehearsalDatabases(): Promise<RehearsalDatabases> {
  const directory = await mkdtemp(join(tmpdir(), 'coincide-rehearsal-'))
  const server = await startPostgres({
    dataDir: join(directory, 'postgres'),
    logFile: join(directory, 'postgres.log'),
    // The data is gone afterwards in any case.
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
    database: template,
  })
  await migrate(server.url(template))
  let count = 0
  return {
    create: async () => {
      count += 1
      const name = `${template}_${count}`
      const client = new Client({ connectionString: server.url('postgres') })
      await client.connect()
      try {
        await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
      } finally {
        await client.end()
      }
      return server.url(name)
    },
    stop: async () => {
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
