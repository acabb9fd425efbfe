import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { openDatabase } from '@/lib/db/database'
import { migrate } from '@/lib/db/migrate'
import { applyRoles } from '@/lib/db/roles'
import { type EmbeddedPostgres, startPostgres } from '@/lib/devnet/processes/embedded-postgres'
import { testRoles } from '@/lib/testing/database-roles'
import type { TestDatabase } from '@/lib/testing/test-database'
import { until } from '@/lib/testing/until'

/** A server that archives its WAL, and can be lost and restored from a base backup. */
export type ArchivedPostgres = {
  readonly database: TestDatabase
  /** Copies the files of the running server, as docs/operations/backup.md says. */
  readonly backUp: () => Promise<void>
  /** Names this moment, to which `restore` returns, and waits until it is archived. */
  readonly mark: (name: string) => Promise<void>
  /** Kills the server and forgets its files. */
  readonly lose: () => Promise<void>
  /** Starts the backup at the same address, recovers it to a marked moment, and waits until it accepts writes. */
  readonly restore: (name: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** Starts the server with an empty, migrated database and the roles of the tests. */
export async function startArchivedPostgres(): Promise<ArchivedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'coincide-archive-'))
  await chmod(folder, 0o711)
  const archive = join(folder, 'archive')
  await mkdir(archive)
  // The server may run as another user.
  await chmod(archive, 0o777)
  const open = (name: string, { port, settings = [] }: Opening = {}) =>
    startPostgres({
      dataDir: join(folder, name),
      logFile: join(folder, `${name}.log`),
      settings: [
        ...['archive_mode=on', `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`],
        ...settings,
      ],
      ...(port === undefined ? { database: 'coincide' } : { port }),
    })
  let server: EmbeddedPostgres = await open('first')
  const { port } = server
  const url = server.url('coincide')
  await migrate(url)
  await applyRoles(url, testRoles)
  const db = openDatabase({ url, connections: 5 })
  const query = async <Row extends object>(text: string) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    return client
      .query<Row>(text)
      .then(({ rows }) => rows)
      .finally(() => client.end())
  }
  const untilArchived = async () => {
    const [row] = await query<{ wal: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS wal')
    const newest = 'SELECT last_archived_wal AS wal FROM pg_stat_archiver'
    await until(
      async () => ((await query<{ wal: string }>(newest))[0]?.wal ?? '') >= (row?.wal ?? ''),
    )
  }
  return {
    database: { url, db, drop: () => db.$disconnect() },
    backUp: async () => {
      // Both calls belong to one session.
      const client = new Client({ connectionString: url })
      await client.connect()
      await client.query(`SELECT pg_backup_start('drill', true)`)
      copyRunning(join(folder, 'first'), join(folder, 'backup'))
      const { rows } = await client.query<{ labelfile: string }>('SELECT * FROM pg_backup_stop()')
      await client.end()
      await writeOwn(join(folder, 'backup/cluster'), 'backup_label', rows[0]?.labelfile ?? '')
    },
    mark: async (name) => {
      await query(`SELECT pg_create_restore_point('${name}')`)
      await untilArchived()
    },
    lose: async () => {
      await server.stop(0)
      await rm(join(folder, 'first'), { recursive: true })
    },
    restore: async (name) => {
      copyRunning(join(folder, 'backup'), join(folder, 'second'))
      await writeOwn(join(folder, 'second/cluster'), 'recovery.signal', '')
      const settings = [
        `restore_command=cp ${archive}/%f %p`,
        ...[`recovery_target_name=${name}`, 'recovery_target_action=promote'],
      ]
      server = await open('second', { port, settings })
      const inRecovery = 'SELECT pg_is_in_recovery() AS state'
      await until(async () => (await query<{ state: boolean }>(inRecovery))[0]?.state === false)
    },
    close: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Opening = { readonly port?: number; readonly settings?: readonly string[] }

/** Writes a file of the server, which renames or removes it. */
async function writeOwn(cluster: string, name: string, text: string): Promise<void> {
  const { uid, gid } = await stat(cluster)
  await writeFile(join(cluster, name), text)
  await chown(join(cluster, name), uid, gid)
}

/** Copies a data directory with its owners, without the log and what belongs to a running server. */
function copyRunning(from: string, to: string): void {
  // Files that vanish while they are copied are restored from the WAL.
  spawnSync('cp', ['-a', from, to], { stdio: 'ignore' })
  const own = join(to, 'cluster')
  const remove = `rm -rf ${own}/postmaster.pid ${own}/postmaster.opts ${own}/pg_wal/0*`
  const { status } = spawnSync('sh', ['-c', `test -f ${own}/global/pg_control && ${remove}`])
  if (status !== 0) throw new Error(`${to} is no complete copy`)
}
