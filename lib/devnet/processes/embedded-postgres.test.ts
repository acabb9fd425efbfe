import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from './embedded-postgres'
import { findEmbeddedPostgres } from './find-embedded-postgres'
import { startGuarded } from './guarded-process'

let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'coincide-postgres-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))

/** Most tests share one directory, because making one takes a second of CPU time. */
const start = (name: string) =>
  startPostgres({
    dataDir: join(root, name),
    logFile: join(root, `${name.replace('/', '-')}.log`),
    database: 'coincide',
  })

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
    .query(sql)
    .then((result) => result.rows)
    .finally(() => client.end())
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('keeps committed rows when the server is killed', async () => {
  const first = await start('shared')
  expect(first.isNew).toBe(true)
  await query(first.url('coincide'), 'create table kept as select 7 as value')
  process.kill(first.pid, 'SIGKILL')
  expect(await first.exited).toBe('ended with code 137')
  const second = await start('shared')
  expect(second.isNew).toBe(false)
  expect(await query(second.url('coincide'), 'select value from kept')).toEqual([{ value: 7 }])
  await second.stop()
  expect(isAlive(second.pid)).toBe(false)
})

test('waits for the processes of a killed server to end', async () => {
  const first = await start('shared')
  const checkpointer = `select pid from pg_stat_activity where backend_type = 'checkpointer'`
  const [{ pid }] = (await query(first.url('coincide'), checkpointer)) as [{ pid: number }]
  process.kill(pid, 'SIGSTOP')
  process.kill(first.pid, 'SIGKILL')
  await first.exited
  const starting = start('shared')
  const log = () => readFile(join(root, 'shared.log'), 'utf8')
  await expect.poll(log).toContain('shared memory block')
  process.kill(pid, 'SIGCONT')
  const second = await starting
  expect(await query(second.url('coincide'), 'select 1 as one')).toEqual([{ one: 1 }])
  await second.stop()
})

test('ends a server that an earlier start left running', async () => {
  const left = await start('shared')
  const next = await start('shared')
  expect(isAlive(left.pid)).toBe(false)
  expect(await query(next.url('coincide'), 'select 1 as one')).toEqual([{ one: 1 }])
  await next.stop()
})

test('removes a lock file that names another program, without ending that program', async () => {
  const first = await start('shared')
  await first.stop()
  const other = spawn('sleep', ['60'])
  const cluster = join(root, 'shared/cluster')
  await writeFile(join(cluster, 'postmaster.pid'), `${other.pid}\n${cluster}\n`)
  const second = await start('shared')
  expect(isAlive(other.pid ?? 0)).toBe(true)
  other.kill()
  await second.stop()
})

test('recreates an incomplete data directory', async () => {
  const first = await start('shared')
  await first.stop()
  await rm(join(root, 'shared/ready'))
  const second = await start('shared')
  expect(second.isNew).toBe(true)
  await second.stop()
})

test('reports a server that does not start, with its last log lines', async () => {
  const options = { dataDir: join(root, 'shared'), logFile: join(root, 'broken.log') }
  const broken = startPostgres({ ...options, settings: ['no_such_setting=1'] })
  await expect(broken).rejects.toThrow(/PostgreSQL ended with code 1.*no_such_setting/s)
})

test('ends a guarded process when its parent is killed', async () => {
  const script = `
    import { startGuarded } from './lib/devnet/processes/guarded-process.ts'
    const child = await startGuarded({ name: 'sleep', command: 'sleep', args: ['60'], logFile: '/dev/null' })
    console.log(child.pid)
    setInterval(() => {}, 1000)`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script]
  const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const pid = await new Promise<number>((resolve) => {
    parent.stdout.once('data', (chunk) => resolve(Number(chunk)))
  })
  expect(isAlive(pid)).toBe(true)
  parent.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('kills a guarded process that ignores the signal', async () => {
  const stubborn = await startGuarded({
    name: 'stubborn',
    command: process.execPath,
    args: ['-e', 'process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1000)'],
    logFile: join(root, 'stubborn.log'),
  })
  await expect.poll(() => readFile(join(root, 'stubborn.log'), 'utf8')).toBe('up\n')
  await stubborn.stop(200)
  await expect.poll(() => isAlive(stubborn.pid)).toBe(false)
})

test('other commands find the database of a running server, and none once it has stopped', async () => {
  const dataDir = join(root, 'found')
  expect(findEmbeddedPostgres(dataDir)).toBeUndefined()
  const server = await start('found/postgres')
  expect(findEmbeddedPostgres(dataDir)).toBe(server.url('coincide'))
  await server.stop()
  expect(findEmbeddedPostgres(dataDir)).toBeUndefined()
})
