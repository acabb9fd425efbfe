import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from './free-port'
import {
  type GuardedOptions,
  type GuardedProcess,
  lastLines,
  startGuarded,
} from './guarded-process'
import { binaries, type DatabaseUser, databaseUser } from './postgres-binaries'
import { commandOfProcess } from './processes'

type PostgresOptions = {
  /** Absolute; created if missing. */
  readonly dataDir: string
  readonly logFile: string
  /** A free one by default. */
  readonly port?: number
  /** A database to create if missing. */
  readonly database?: string
  /** Further `name=value` settings. */
  readonly settings?: readonly string[]
}

/** Maximum time for a server to start. */
const startTimeoutMs = 60_000

/** A PostgreSQL server of our own on the loopback interface. */
export type EmbeddedPostgres = {
  readonly pid: number
  readonly port: number
  /** Whether this start created the data directory. */
  readonly isNew: boolean
  readonly url: (database: string) => string
  /** Resolves with the reason of the server's end. */
  readonly exited: Promise<string>
  readonly stop: (graceMs?: number) => Promise<void>
}

/**
 * Starts PostgreSQL on a data directory and creates the directory if it is missing or incomplete. First ends a server
 * that an earlier process left running on the directory, and waits for the processes of a killed server.
 *
 * As root it runs as the user `postgres`, or else `nobody`, because PostgreSQL refuses to run as root.
 *
 * @throws {Error} with the server's last log lines if it does not start.
 */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const user = await databaseUser(options.dataDir)
  const cluster = join(options.dataDir, 'cluster')
  const isNew = !existsSync(join(options.dataDir, 'ready'))
  if (isNew) await makeCluster(options, user)
  else await endStalePostgres(cluster)
  const password = (await readFile(join(options.dataDir, 'password'), 'utf8')).trim()
  const port = options.port ?? (await freePort())
  const url = (database: string) =>
    `postgresql://coincide:${password}@127.0.0.1:${port}/${database}`
  const command = {
    name: 'PostgreSQL',
    command: user.prefix[0] ?? binaries().postgres,
    args: [
      ...(user.prefix[0] ? [...user.prefix.slice(1), binaries().postgres] : []),
      ...['-D', cluster, '-p', String(port)],
      ...serverSettings(options).flatMap((setting) => ['-c', setting]),
    ],
    logFile: options.logFile,
    stopSignal: 'INT',
  } as const
  const server = await startServer(command, url('postgres'))
  if (options.database) await makeDatabase(url('postgres'), options.database)
  return { pid: server.pid, port, isNew, url, exited: server.exited, stop: server.stop }
}

function serverSettings(options: PostgresOptions): string[] {
  return [
    'listen_addresses=127.0.0.1',
    // Clients use TCP only, and a socket would need a directory that every user may write to.
    'unix_socket_directories=',
    'timezone=UTC',
    'log_timezone=UTC',
    'max_connections=100',
    'log_checkpoints=off',
    ...(options.settings ?? []),
  ]
}

/** Writes `ready` last, so that a directory left incomplete by a kill is created again. */
async function makeCluster(options: PostgresOptions, user: DatabaseUser): Promise<void> {
  const cluster = join(options.dataDir, 'cluster')
  const passwordFile = join(options.dataDir, 'password')
  await rm(cluster, { recursive: true, force: true })
  await mkdir(cluster, { recursive: true, mode: 0o700 })
  await writeFile(passwordFile, `${randomBytes(18).toString('hex')}\n`, { mode: 0o600 })
  if (user.uid !== undefined) {
    await chmod(options.dataDir, 0o711)
    for (const path of [cluster, passwordFile]) await chown(path, user.uid, user.gid ?? user.uid)
  }
  const command = [
    ...user.prefix,
    ...[binaries().initdb, '--pgdata', cluster, '--username', 'coincide'],
    ...['--auth', 'scram-sha-256', '--pwfile', passwordFile],
    ...['--encoding', 'UTF8', '--locale', 'C', '--no-sync', '--no-instructions'],
  ]
  const made = spawnSync(command[0] ?? '', command.slice(1), { encoding: 'utf8', cwd: '/' })
  if (made.status !== 0) {
    throw new Error(
      `PostgreSQL could not make its data directory ${cluster}:\n${made.error?.message ?? ''}${made.stderr}`,
    )
  }
  await writeFile(join(options.dataDir, 'ready'), '')
}

/** The processes of a killed server keep its shared memory until they notice. */
const memoryInUse = 'pre-existing shared memory block'

async function startServer(command: GuardedOptions, url: string): Promise<GuardedProcess> {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const server = await startGuarded(command)
    const how = await waitUntilReady(server, { url, deadline })
    if (how === undefined) return server
    const logTail = await lastLines(command.logFile)
    if (!logTail.includes(memoryInUse) || Date.now() > deadline)
      throw new Error(`PostgreSQL ${how}; its log ends with\n${logTail}`)
    await delay(100)
  }
}

/** Returns the reason why a server failed to start, or undefined. */
async function waitUntilReady(
  server: GuardedProcess,
  { url, deadline }: { readonly url: string; readonly deadline: number },
): Promise<string | undefined> {
  let ended: string | undefined
  void server.exited.then((how) => {
    ended = how
  })
  while (!(await answers(url))) {
    if (ended !== undefined) return ended
    if (Date.now() > deadline) {
      await server.stop(1_000)
      return `did not answer within ${startTimeoutMs / 1_000} s`
    }
    await delay(30)
  }
  return undefined
}

async function makeDatabase(url: string, name: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Ends the server that an earlier process left running on `cluster`, and removes a lock file whose
 * process has ended or is provably another program. Touches nothing else.
 *
 * @throws {Error} if the server does not end within 10 s.
 */
async function endStalePostgres(cluster: string): Promise<void> {
  const lockFile = join(cluster, 'postmaster.pid')
  const lock = await readFile(lockFile, 'utf8').catch(() => undefined)
  if (lock === undefined) return
  const [pidText, directory] = lock.split('\n')
  const pid = Number(pidText)
  if (directory !== cluster || !Number.isSafeInteger(pid) || pid < 2) return
  if (!isServerOf(pid, cluster)) {
    await rm(lockFile, { force: true })
    return
  }
  process.kill(pid, 'SIGINT')
  for (const start = Date.now(); isServerOf(pid, cluster); ) {
    if (Date.now() - start > 10_000) {
      throw new Error(
        `An earlier PostgreSQL (pid ${pid}) on ${cluster} does not end. Stop it first.`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function isServerOf(pid: number, cluster: string): boolean {
  return commandOfProcess(pid).includes(`-D ${cluster} `)
}
